import { Link } from '#web/ui/link.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

/** From a page of the dashboard to the list it belongs to. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link
      to={to}
      className="mb-3 -ml-1 inline-flex min-h-9 max-w-full items-center gap-2 rounded-control px-1 text-sm text-muted hover:text-text"
    >
      <Icon name="arrow-left" size={16} />
      <span className="truncate">{text}</span>
    </Link>
  )
}
