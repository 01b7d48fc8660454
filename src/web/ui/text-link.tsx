import { Link, type LinkProps } from '#web/ui/link.tsx'

export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="font-semibold text-accent-text underline-offset-4 hover:underline" />
}
