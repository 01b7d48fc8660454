import { paths } from '#contract/paths.ts'
import { Link } from '#web/ui/link.tsx'

/** For an admin who views the site as a student. Its height is `--strip` in tokens.css. */
export function StudentViewBanner() {
  return (
    <aside
      id="view-strip"
      aria-label="Student view"
      className="sticky top-0 z-50 flex h-(--strip) items-center justify-center gap-x-4 bg-accent px-4 text-xs leading-4 text-on-accent sm:text-sm"
    >
      <p>You’re viewing the site as a student</p>
      <Link
        to={paths.viewAsAdmin}
        className="rounded-control py-1.5 font-semibold whitespace-nowrap underline outline-current"
      >
        Back to the dashboard
      </Link>
    </aside>
  )
}
