import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'

export function CourseBreadcrumb({ category }: { category: string }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted">
      <ol className="flex min-w-0 gap-2">
        <li>
          <Link to={paths.allCourses} className="whitespace-nowrap hover:text-text">
            All courses
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li className="min-w-0">
          <Link
            to={`${paths.allCourses}?${new URLSearchParams({ search: category })}`}
            className="block truncate hover:text-text"
          >
            {category}
          </Link>
        </li>
      </ol>
    </nav>
  )
}
