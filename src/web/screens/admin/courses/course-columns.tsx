import { Link } from '#web/ui/link.tsx'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { courseStudentsPath, editCoursePath } from '#contract/paths/record-paths.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { STAR_PATH } from '#web/ui/star-rating.tsx'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { getDiscountedPrice } from '#web/features/courses/price.ts'
import { usePriceFormat } from '#web/features/courses/use-price-format.ts'
import { DraftBadge } from '#web/features/panels/draft-badge.tsx'
import { CourseActions } from './course-actions.tsx'

/** Small screens show these under the title instead. */
const WIDE_ONLY = '@max-2xl:hidden'
const WIDEST_ONLY = '@max-4xl:hidden'

export const COURSE_COLUMNS: readonly Column<AdminCourse>[] = [
  { key: 'title', title: 'Course', renderCell: (course) => <Title course={course} /> },
  {
    key: 'price',
    title: 'Price',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: (course) => <Price course={course} />,
  },
  { key: 'lessons', title: 'Lessons', isNumeric: true, className: WIDEST_ONLY, renderCell: ({ lessons }) => lessons },
  {
    key: 'students',
    title: 'Students',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: (course) => <Students course={course} />,
  },
  {
    key: 'stars',
    title: 'Stars',
    isNumeric: true,
    className: WIDEST_ONLY,
    renderCell: (course) => <Rating course={course} />,
  },
  { key: 'actions', title: 'Actions', isNumeric: true, renderCell: (course) => <CourseActions course={course} /> },
]

function Title({ course }: { course: AdminCourse }) {
  return (
    <div className="flex items-center gap-3.5">
      <div className="relative aspect-[640/344] w-18 shrink-0 overflow-hidden rounded-md border border-border @max-md:hidden">
        <CoursePicture course={course} />
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link
            to={editCoursePath(course)}
            className="line-clamp-2 min-h-6 font-semibold underline-offset-4 hover:text-accent-text hover:underline @2xl:line-clamp-1"
          >
            {course.title}
          </Link>
          {!course.public && <DraftBadge />}
        </p>
        <p className="truncate text-xs text-muted">
          <span className="@max-2xl:hidden">{course.category}</span>
          <span className="@2xl:hidden">
            <AmountDue course={course} /> · <Students course={course} noun="student" />
          </span>
        </p>
      </div>
    </div>
  )
}

function AmountDue({ course }: { course: AdminCourse }) {
  const { format } = usePriceFormat()
  const due = getDiscountedPrice(course)
  return due === 0 ? 'Free' : format(due)
}

/** Links to the students' progress. */
function Students({ course, noun }: { course: AdminCourse; noun?: string }) {
  const label = `${formatCount(course.students, 'student')} of ${course.title}`
  return (
    <Link
      to={courseStudentsPath(course)}
      aria-label={label}
      title="Students and their progress"
      className="-mx-1.5 -my-1 rounded px-1.5 py-1 underline decoration-border-strong underline-offset-4 hover:text-accent-text"
    >
      {formatCount(course.students, noun)}
    </Link>
  )
}

function Price({ course }: { course: AdminCourse }) {
  const { format } = usePriceFormat()
  return (
    <p>
      <AmountDue course={course} />
      {getDiscountedPrice(course) < course.price && (
        <s className="block text-xs text-muted">
          <span className="sr-only">instead of </span>
          {format(course.price)}
        </s>
      )}
    </p>
  )
}

function Rating({ course: { stars, reviews } }: { course: AdminCourse }) {
  if (reviews === 0) {
    return (
      <span className="text-muted">
        –<span className="sr-only">No reviews yet</span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 24 24" width={15} height={15} className="fill-accent-text">
        <path d={STAR_PATH} />
      </svg>
      {stars.toFixed(1)}
      <span className="sr-only"> out of 5 stars, </span>
      <span className="text-muted">
        ({formatCount(reviews)}
        <span className="sr-only">{reviews === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </span>
  )
}
