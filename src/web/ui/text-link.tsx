import { Link, type LinkProps } from 'react-router'

/** A link in the words around a form. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="font-semibold text-accent-text underline-offset-4 hover:underline" />
}
