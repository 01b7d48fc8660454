import { Link } from 'react-router'
import { coursePath } from '#contract/paths.ts'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { formatClock } from '#web/features/player/clock.ts'
import { Icon } from '#web/ui/icon.tsx'

type PublicLesson = PublicCoursePage['materials'][number]

/** The others open on demand. */
const LESSONS_AT_FIRST = 12

export function Curriculum({ page: { course, materials } }: { page: PublicCoursePage }) {
  const [first, more] = [materials.slice(0, LESSONS_AT_FIRST), materials.slice(LESSONS_AT_FIRST)]
  return (
    <section aria-labelledby="curriculum" className="mt-12">
      <h2 id="curriculum" className="text-2xl">
        Curriculum
      </h2>
      {materials.length === 0 ? (
        <p className="mt-4 text-muted">This course has no lessons yet. They appear here once they are published.</p>
      ) : (
        <div className="card mt-5 overflow-hidden rounded-panel">
          <LessonRows course={course} lessons={first} firstNumber={1} />
          {more.length > 0 && (
            <details className="group border-t border-border">
              <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-5 text-sm font-semibold text-accent-text hover:bg-raised [&::-webkit-details-marker]:hidden">
                {more.length} more {more.length === 1 ? 'lesson' : 'lessons'}
                <Icon name="chevron-down" size={18} className="transition duration-200 group-open:rotate-180" />
              </summary>
              <LessonRows course={course} lessons={more} firstNumber={LESSONS_AT_FIRST + 1} />
            </details>
          )}
        </div>
      )}
    </section>
  )
}

interface LessonRowsProps {
  course: PublicCourse
  lessons: PublicLesson[]
  firstNumber: number
}

function LessonRows({ course, lessons, firstNumber }: LessonRowsProps) {
  return (
    <ol start={firstNumber} className="divide-y divide-border">
      {lessons.map((lesson, index) => (
        <li key={lesson.material_id} className="flex gap-4 px-5 py-3">
          <span aria-hidden="true" className="w-6 shrink-0 pt-0.5 text-right text-sm text-muted tabular-nums">
            {firstNumber + index}
          </span>
          <div className="min-w-0 flex-1">
            <p dir="auto" className="wrap-anywhere">
              {lesson.title}
            </p>
            {lesson.subtitle && (
              <p dir="auto" className="text-sm wrap-anywhere text-muted">
                {lesson.subtitle}
              </p>
            )}
          </div>
          <div className="flex shrink-0 flex-col items-end gap-x-4 gap-y-1 sm:flex-row sm:items-start">
            {lesson.preview && <PreviewLink course={course} lesson={lesson} />}
            {lesson.duration !== null && (
              <span className="pt-0.5 text-sm text-muted tabular-nums">{formatClock(lesson.duration)}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Playing needs an account: the course page asks for a login first and opens the lesson after it. */
function PreviewLink({ course, lesson }: { course: PublicCourse; lesson: PublicLesson }) {
  return (
    <Link
      to={`${coursePath(course)}?lesson=${lesson.material_id}`}
      aria-label={`Preview: ${lesson.title}`}
      className="inline-flex h-6 items-center gap-1 rounded-full bg-[var(--accent-wash)] px-2.5 text-xs font-semibold text-accent-text hover:underline"
    >
      <Icon name="play" size={12} />
      Preview
    </Link>
  )
}
