import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { coursePath } from '#contract/paths.ts'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { describeLock } from '../lessons/describe-lesson.ts'
import type { CourseDetails } from '../use-course.ts'
import { Poster } from './poster.tsx'

/** In place of the player when the student can open no lesson. */
export function NoOpenLesson({ course, enrolled }: { course: CourseDetails; enrolled: boolean }) {
  if (course.lessons === 0) return <LockedFrame course={course} title="No lessons yet" />
  if (!enrolled) return <LockedFrame course={course} title="Enroll to watch the lessons" />
  return <ClosedCourse course={course} />
}

/** A lesson of the address that opens later, such as one from a notification. */
export function ClosedLesson({
  course,
  lesson,
  lessons,
}: {
  course: CourseDetails
  lesson: Lesson
  lessons: readonly Lesson[]
}) {
  const formatDay = useLocalDate('long')
  if (lesson.locked_reason === 'prerequisites') return <ClosedCourse course={course} />
  const first = lesson.locked_reason === 'in_order' ? lessons.find(({ isCompleted }) => !isCompleted) : undefined
  const opens = lesson.opens_date === null ? 'Opens later' : `Opens on ${formatDay(lesson.opens_date)}`
  return (
    <LockedFrame course={course} title={describeLock(lesson, lessons) ?? opens}>
      <p dir="auto" className="text-sm text-white/80">
        {lesson.title}
      </p>
      {first && (
        <Link to={`?lesson=${first.material_id}`} className="text-sm font-semibold underline underline-offset-4">
          Go to “<span dir="auto">{first.title}</span>”
        </Link>
      )}
    </LockedFrame>
  )
}

function ClosedCourse({ course }: { course: CourseDetails }) {
  const blocking = course.requires.filter((required) => required.blocking)
  const open = blocking.filter(({ done }) => !done)
  const title =
    open.length === 0
      ? 'The lessons open later'
      : open.length === 1
        ? 'Finish a required course first'
        : `Finish ${open.length} of ${blocking.length} required courses first`
  return (
    <LockedFrame course={course} title={title}>
      <ul className="space-y-1 text-sm">
        {open.map((required) => (
          <li key={required.course_id}>
            <Link to={coursePath(required)} dir="auto" className="font-semibold underline underline-offset-4">
              {required.title}
            </Link>
          </li>
        ))}
      </ul>
    </LockedFrame>
  )
}

function LockedFrame({ course, title, children }: { course: Course; title: string; children?: ReactNode }) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-panel border border-border bg-black shadow-raised">
      <Poster course={course} />
      <div className="absolute inset-0 grid place-content-center-safe justify-items-center gap-3 overflow-y-auto bg-black/80 p-6 text-center wrap-anywhere text-white">
        <AnyIcon name="lock" size={34} />
        <p className="font-display text-xl font-semibold text-balance">{title}</p>
        {children}
      </div>
    </div>
  )
}
