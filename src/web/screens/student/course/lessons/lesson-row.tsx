import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Lesson } from '#contract/schemas/courses.ts'
import { LESSON_KIND_ICONS, LESSON_KIND_NAMES } from '#web/features/lesson-content/lesson-kinds.ts'
import { formatClock } from '#web/features/player/clock.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { isUnlocked } from './current-lesson.ts'
import { describeCompletion, describeLock } from './describe-lesson.ts'

interface LessonRowProps {
  lesson: Lesson
  lessons: readonly Lesson[]
  number: number
  isCurrent: boolean
  /** Whether the student's own progress counts. */
  isStudents: boolean
  onCompletedChange: (value: boolean) => void
}

export function LessonRow({ lesson, lessons, number, isCurrent, isStudents, onCompletedChange }: LessonRowProps) {
  return (
    <li
      className={`flex min-h-12 items-center gap-3 rounded-control border px-2.5 ${isCurrent ? 'border-accent-text/40 bg-[var(--accent-wash)] shadow-[0_0_28px_-10px_var(--accent)]' : 'border-transparent forced-colors:border-[Canvas]'}`}
    >
      {isStudents && lesson.completion === 'manual' && isUnlocked(lesson) ? (
        <CompletionCheckbox lesson={lesson} number={number} onCompletedChange={onCompletedChange} />
      ) : (
        <LessonState lesson={lesson} number={number} isStudents={isStudents} />
      )}
      {isUnlocked(lesson) ? (
        <Link
          to={`?lesson=${lesson.material_id}`}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={`flex min-w-0 flex-1 items-center gap-3 rounded-control py-2.5 text-sm hover:text-accent-text ${isCurrent ? 'font-medium' : ''}`}
        >
          <LessonTitle lesson={lesson} note={isStudents ? describeCompletion(lesson) : null} isStudents={isStudents} />
        </Link>
      ) : (
        <p className="flex min-w-0 flex-1 items-center gap-3 py-2.5 text-sm text-muted">
          <LessonTitle
            lesson={lesson}
            note={isStudents ? describeLock(lesson, lessons) : null}
            isStudents={isStudents}
          />
        </p>
      )}
    </li>
  )
}

interface LessonTitleProps {
  lesson: Lesson
  /** How it opens or is completed. */
  note: string | null
  isStudents: boolean
}

function LessonTitle({ lesson, note, isStudents }: LessonTitleProps) {
  return (
    <>
      <AnyIcon
        name={LESSON_KIND_ICONS[lesson.kind]}
        size={15}
        className="self-start text-muted [margin-block-start:3px]"
      />
      <span className="min-w-0 flex-1">
        {lesson.kind !== 'video' && <span className="sr-only">{LESSON_KIND_NAMES[lesson.kind]}: </span>}
        <span dir="auto" className="wrap-anywhere">
          {lesson.title}
        </span>
        {note && <span className="block text-xs font-normal text-muted">{note}</span>}
      </span>
      {lesson.is_new && <Chip text="New" />}
      {!isStudents && lesson.preview && isUnlocked(lesson) && <Chip text="Preview" />}
      {lesson.duration !== null && (
        <span className="text-xs text-muted tabular-nums">{formatClock(lesson.duration)}</span>
      )}
    </>
  )
}

const Chip = ({ text }: { text: string }) => (
  <span className="rounded-full bg-[var(--accent-wash)] px-2 text-xs text-accent-text">{text}</span>
)

interface CompletionCheckboxProps {
  lesson: Lesson
  number: number
  onCompletedChange: (value: boolean) => void
}

function CompletionCheckbox({ lesson, number, onCompletedChange }: CompletionCheckboxProps) {
  const { isCompleted, setCompleted } = useInstantTick(lesson.isCompleted)
  return (
    // The circle is smaller than the target, which is 44 px on phones.
    <label className="relative -mx-2 grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={isCompleted}
        onChange={(event) => {
          setCompleted(event.target.checked)
          onCompletedChange(event.target.checked)
        }}
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

/** The cache changes a moment after the click, and until then React would take the tick back. */
function useInstantTick(isCompleted: boolean) {
  const [shown, setShown] = useState({ isCompleted, cached: isCompleted })
  if (shown.cached !== isCompleted) setShown({ isCompleted, cached: isCompleted })
  return {
    isCompleted: shown.isCompleted,
    setCompleted: (value: boolean) => setShown({ isCompleted: value, cached: isCompleted }),
  }
}

/** In place of the tick: the student cannot set it, or not yet. */
function LessonState({ lesson, number, isStudents }: { lesson: Lesson; number: number; isStudents: boolean }) {
  const isDone = isStudents && lesson.isCompleted
  const isOpen = isUnlocked(lesson)
  return (
    <span
      className={`grid size-7 shrink-0 place-items-center rounded-full border text-xs ${isDone ? 'border-success bg-success text-[var(--on-success)]' : 'border-border text-muted'}`}
    >
      {isDone && <AnyIcon name="check" size={15} className="stroke-3" />}
      {!isDone && (isOpen ? number : <AnyIcon name="lock" size={13} />)}
      <span className="sr-only">{isDone ? 'Completed' : !isOpen && 'Locked'}</span>
    </span>
  )
}
