import { Link } from '#web/ui/link.tsx'
import { coursePath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { PathPage } from '#contract/schemas/learning/paths.ts'
import { useUser } from '#web/data/session.ts'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { formatDuration } from '#web/features/player/clock.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type PathCourse = PathPage['courses'][number]

/** The courses as one line of steps. */
export function PathCourses({ page: { path, courses } }: { page: PathPage }) {
  return (
    <section aria-labelledby="courses">
      <h2 id="courses" className="text-2xl">
        {formatCount(courses.length, 'course')}
      </h2>
      {path.ordered && courses.length > 1 && (
        <p className="mt-1 text-muted">Courses open in order: each one after the course before is finished.</p>
      )}
      {courses.length === 0 ? (
        <p className="mt-4 text-muted">No course of this path is open at the moment. Your progress is kept.</p>
      ) : (
        <ol className="mt-5">
          {courses.map((course, index) => (
            <PathStep key={course.course_id} course={course} number={index + 1} isLast={index === courses.length - 1} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface PathStepProps {
  course: PathCourse
  number: number
  isLast: boolean
}

function PathStep({ course, number, isLast }: PathStepProps) {
  const isVisitor = useUser() === null
  return (
    <li className="relative flex gap-4 pb-5 sm:gap-5">
      {!isLast && (
        <span
          aria-hidden="true"
          className="absolute top-13 -bottom-4 left-4.5 w-px -translate-x-1/2 bg-border-strong"
        />
      )}
      <StepMark course={course} number={number} />
      <div className="card group relative flex min-w-0 flex-1 items-start gap-5 p-4 transition duration-200 focus-within:border-border-strong hover:border-border-strong sm:p-5">
        <div className="relative hidden aspect-[640/344] w-36 shrink-0 overflow-hidden rounded-control sm:block">
          <CoursePicture course={course} />
        </div>
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="text-lg wrap-anywhere">
            <Link
              to={isVisitor ? publicCoursePath(course) : coursePath(course)}
              className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
            >
              {course.title}
            </Link>
          </h3>
          <p dir="auto" className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted">
            {course.description.split('\n', 1)[0]}
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
            <span>{formatCount(course.lessons, 'lesson')}</span>
            {course.duration > 0 && <span>{formatDuration(course.duration)}</span>}
          </p>
          <StepState course={course} />
        </div>
      </div>
    </li>
  )
}

function StepMark({ course, number }: { course: PathCourse; number: number }) {
  const tone = course.finished
    ? 'border-success bg-success text-[var(--on-success)]'
    : 'border-border-strong bg-surface text-muted'
  return (
    <span
      aria-hidden="true"
      className={`z-1 mt-4 grid size-9 shrink-0 place-items-center rounded-full border font-semibold tabular-nums ${tone}`}
    >
      {course.finished ? (
        <AnyIcon name="check" size={17} />
      ) : course.locked ? (
        <AnyIcon name="lock" size={15} />
      ) : (
        number
      )}
    </span>
  )
}

/** What the student has done of it; nothing before it was begun. */
function StepState({ course }: { course: PathCourse }) {
  if (course.finished) return <p className="mt-2 text-sm font-semibold text-success">Completed</p>
  if (course.locked)
    return <p className="mt-2 text-sm wrap-anywhere text-muted">Opens after you finish “{course.opens_after}”</p>
  if (!course.enrolled) return null
  return (
    <div className="mt-3 max-w-80">
      <p className="mb-1.5 text-sm text-muted tabular-nums">{course.progress}% complete</p>
      <ProgressBar percent={course.progress} label={`Progress in ${course.title}`} />
    </div>
  )
}
