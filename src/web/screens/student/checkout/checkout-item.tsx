import type { Checkout } from '#contract/schemas/commerce/orders.ts'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { PathPicture } from '#web/features/paths/path-picture.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

export function CheckoutItem({ checkout: { course, path, items } }: { checkout: Checkout }) {
  const facts = course ? formatCount(course.lessons, 'lesson') : `Path of ${formatCount(path?.courses ?? 0, 'course')}`
  const isPartOwned = path !== null && items.length > 0 && items.length < path.courses
  return (
    <>
      <div className="flex items-center gap-4">
        <div className="relative aspect-[640/344] w-28 shrink-0 overflow-hidden rounded-control sm:w-40">
          {course && <CoursePicture course={course} />}
          {path && <PathPicture path={path} isEager />}
        </div>
        <div className="min-w-0">
          <p className="font-display text-lg font-semibold wrap-anywhere sm:text-xl">{(course ?? path)?.title}</p>
          <p className="text-sm text-muted">{facts}, lifetime access</p>
        </div>
      </div>
      {path && items.length > 0 && (
        <ul aria-label="Courses" className="mt-5 space-y-1.5 text-sm">
          {items.map(({ course_id, title }) => (
            <li key={course_id} dir="auto" className="wrap-anywhere">
              {title}
            </li>
          ))}
        </ul>
      )}
      {isPartOwned && (
        <p className="mt-3 text-sm text-muted">
          The price of the path is split over its courses in proportion to their prices. The shares of the courses that
          you have already are taken off.
        </p>
      )}
    </>
  )
}
