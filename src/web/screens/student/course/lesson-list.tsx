import { useState } from 'react'
import { Link } from 'react-router'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { isUnlocked } from './current-lesson.ts'
import { formatClock } from '#web/features/player/clock.ts'
import { useCompleteLesson } from './use-course.ts'

interface LessonListProps {
  course: Course
  lessons: Lesson[]
  current: Lesson | undefined
  canComplete: boolean
}

/** Collapsed behind a button on small screens. */
export function LessonList({ course, lessons, current, canComplete }: LessonListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const { mutate: setCompleted, error, reset } = useCompleteLesson(course.course_id)
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  const count = canComplete ? `${completed} of ${lessons.length}` : String(lessons.length)
  return (
    <section aria-label="Lessons" className="card overflow-hidden rounded-panel">
      <h2 className="px-5 pt-4 pb-2 font-sans text-base max-lg:hidden">
        <span className="font-semibold">Lessons</span> <span className="font-normal text-muted">{count}</span>
      </h2>
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls="lessons"
        onClick={() => setExpanded(!isExpanded)}
        className="flex h-13 w-full items-center gap-2 px-5 text-left lg:hidden"
      >
        <AnyIcon name="list" size={19} className="text-muted" />
        <span className="font-semibold">Lessons</span>
        <span className="flex-1 text-muted">{count}</span>
        <AnyIcon
          name="chevron-down"
          size={18}
          className={`transition duration-200 ${isExpanded ? 'rotate-180' : ''}`}
        />
      </button>
      {error && (
        <p role="alert" className="mx-5 my-2 flex items-center gap-2 text-sm text-danger">
          <span className="flex-1">Couldn&apos;t save your progress. {error.message}</span>
          <button type="button" aria-label="Dismiss" onClick={reset} className="grid size-7 place-items-center">
            <AnyIcon name="close" size={15} />
          </button>
        </p>
      )}
      <ol
        id="lessons"
        className={`px-2.5 pb-2.5 lg:max-h-[max(20rem,calc(100dvh-25rem))] lg:overflow-y-auto ${isExpanded ? '' : 'max-lg:hidden'}`}
      >
        {lessons.map((lesson, index) => (
          <Row
            key={lesson.material_id}
            lesson={lesson}
            number={index + 1}
            isCurrent={lesson === current}
            onCompletedChange={canComplete ? (value) => setCompleted({ lesson, value }) : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

interface RowProps {
  lesson: Lesson
  number: number
  isCurrent: boolean
  onCompletedChange: ((value: boolean) => void) | undefined
}

function Row({ lesson, number, isCurrent, onCompletedChange }: RowProps) {
  return (
    <li
      className={`flex min-h-12 items-center gap-3 rounded-control border px-2.5 ${isCurrent ? 'border-accent-text/40 bg-[var(--accent-wash)] shadow-[0_0_28px_-10px_var(--accent)]' : 'border-transparent forced-colors:border-[Canvas]'}`}
    >
      {onCompletedChange ? (
        <CompletionCheckbox lesson={lesson} number={number} onCompletedChange={onCompletedChange} />
      ) : (
        <LessonNumber lesson={lesson} number={number} />
      )}
      {isUnlocked(lesson) ? (
        <Link
          to={`?lesson=${lesson.material_id}`}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={`flex min-w-0 flex-1 items-center gap-3 rounded-control py-2.5 text-sm hover:text-accent-text ${isCurrent ? 'font-medium' : ''}`}
        >
          <LessonTitle lesson={lesson} isPreview={!onCompletedChange && lesson.preview} />
        </Link>
      ) : (
        <p className="flex min-w-0 flex-1 items-center gap-3 py-2.5 text-sm text-muted">
          <LessonTitle lesson={lesson} isPreview={false} />
        </p>
      )}
    </li>
  )
}

function LessonTitle({ lesson, isPreview }: { lesson: Lesson; isPreview: boolean }) {
  return (
    <>
      <span className="min-w-0 flex-1">{lesson.title}</span>
      {isPreview && <span className="rounded-full bg-[var(--accent-wash)] px-2 text-xs text-accent-text">Preview</span>}
      {lesson.duration !== null && (
        <span className="text-xs text-muted tabular-nums">{formatClock(lesson.duration)}</span>
      )}
    </>
  )
}

function CompletionCheckbox({
  lesson,
  number,
  onCompletedChange,
}: {
  lesson: Lesson
  number: number
  onCompletedChange: (value: boolean) => void
}) {
  return (
    // The circle is smaller than the target, which is 44 px on phones.
    <label className="relative -mx-2 grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={lesson.isCompleted}
        onChange={(event) => onCompletedChange(event.target.checked)}
        aria-label={`Mark “${lesson.title}” as completed`}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
      />
      <span className="pointer-events-none absolute inset-2 rounded-full border border-border-strong transition duration-150 peer-checked:border-success peer-checked:bg-success peer-hover:border-accent-text peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text" />
      <span className="pointer-events-none relative text-xs text-muted peer-checked:hidden">{number}</span>
      <AnyIcon
        name="check"
        size={15}
        className="pointer-events-none relative hidden stroke-3 text-[var(--on-success)] peer-checked:block"
      />
    </label>
  )
}

function LessonNumber({ lesson, number }: { lesson: Lesson; number: number }) {
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-full border border-border text-xs text-muted">
      {isUnlocked(lesson) ? number : <AnyIcon name="lock" size={13} />}
      {!isUnlocked(lesson) && <span className="sr-only">Locked</span>}
    </span>
  )
}
