import { formatDuration } from '#web/features/player/clock.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Rating } from '#web/ui/star-rating.tsx'
import type { CourseDetails } from './use-course.ts'

export function CourseHeader({ course }: { course: CourseDetails }) {
  const { level, language, pitch } = course.details
  return (
    <header className="min-w-0 lg:col-start-1 lg:row-start-2">
      <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
        {course.title}
      </h1>
      {pitch && (
        <p dir="auto" className="mt-3 max-w-[68ch] text-lg wrap-anywhere text-muted">
          {pitch}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Rating value={course.stars} count={course.reviews} />
        <span>
          {formatCount(course.lessons, 'lesson')}
          {course.duration > 0 && `, ${formatDuration(course.duration)}`}
        </span>
        <span>{course.category}</span>
        {level && <span>{level}</span>}
        {language && <span>{language}</span>}
        <span>
          Updated <time dateTime={course.updated_date}>{formatDate(course.updated_date)}</time>
        </span>
      </p>
    </header>
  )
}
