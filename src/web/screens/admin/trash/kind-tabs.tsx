import { Link } from '#web/ui/link.tsx'
import { TRASH_KINDS, type TrashKind } from '#contract/choices.ts'

const KIND_LABELS: Record<TrashKind, string> = {
  course: 'Courses',
  post: 'Posts',
  review: 'Reviews',
  comment: 'Comments',
  user: 'Users',
}

/** Links rather than buttons, so that the browser's back button works. */
export function KindTabs({ current }: { current: TrashKind }) {
  return (
    <nav
      aria-label="Kind"
      className="flex max-w-full overflow-x-auto rounded-control border border-border-strong p-0.5 sm:w-fit"
    >
      {TRASH_KINDS.map((kind) => (
        <Link
          key={kind}
          to={`?kind=${kind}`}
          aria-current={kind === current ? 'page' : undefined}
          className="inline-flex h-9.5 flex-1 items-center justify-center rounded-[6px] px-1.5 text-xs font-medium whitespace-nowrap text-muted transition duration-150 hover:text-text sm:px-3.5 sm:text-sm aria-[current]:bg-[var(--accent-wash)] aria-[current]:text-accent-text"
        >
          {KIND_LABELS[kind]}
        </Link>
      ))}
    </nav>
  )
}
