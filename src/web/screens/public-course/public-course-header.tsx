import { useSearchParams } from 'react-router'
import type { PublicCoursePage } from '#contract/schemas/public-course.ts'
import { formatDuration } from '#web/features/player/clock.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Rating } from '#web/ui/star-rating.tsx'
import { CoursePicture } from './course-picture.tsx'
import { PreviewStage } from './preview-stage.tsx'

interface PublicCourseHeaderProps {
  page: PublicCoursePage
  /** The first paragraph of the description. */
  lead: string
}

export function PublicCourseHeader({ page, lead }: PublicCourseHeaderProps) {
  const { course, details, duration, updated_date } = page
  const [params] = useSearchParams()
  const preview = page.materials.find(
    (lesson) => lesson.preview && String(lesson.material_id) === params.get('preview'),
  )
  return (
    <header className="min-w-0 lg:col-start-1">
      <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
        {course.title}
      </h1>
      {(details.pitch || lead) && (
        <p dir="auto" className="mt-3 max-w-[68ch] text-lg wrap-anywhere whitespace-pre-line text-muted">
          {details.pitch || lead}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Rating value={course.stars} count={course.reviews} />
        <span>
          {formatCount(course.lessons, 'lesson')}
          {duration > 0 && `, ${formatDuration(duration)}`}
        </span>
        {details.level && <span>{details.level}</span>}
        {details.language && <span>{details.language}</span>}
        <span>
          Last updated <time dateTime={updated_date}>{formatDate(updated_date)}</time>
        </span>
      </p>
      {preview ? (
        <PreviewStage course={course} lesson={preview} />
      ) : (
        <div className="relative mt-6 aspect-[640/344] overflow-hidden rounded-panel">
          <CoursePicture course={course} />
        </div>
      )}
    </header>
  )
}
