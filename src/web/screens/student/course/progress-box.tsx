import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

interface ProgressBoxProps {
  course: Course
  lessons: Lesson[]
  /** Replaces the enroll box, which had the focus. */
  shouldTakeFocus: boolean
}

const focusOnMount = (box: HTMLElement | null) => box?.focus({ preventScroll: true })

export function ProgressBox({ course, lessons, shouldTakeFocus }: ProgressBoxProps) {
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  const next = lessons.find(({ isCompleted }) => !isCompleted)
  const isFinished = course.progress === 100
  return (
    <section
      ref={shouldTakeFocus ? focusOnMount : null}
      tabIndex={-1}
      aria-label="Progress"
      className={`card rounded-panel p-6 ${isFinished ? 'border-accent-text/40 bg-[radial-gradient(circle_at_top_right,var(--accent-wash),transparent_70%)] shadow-glow' : ''}`}
    >
      <p role="status" className="flex items-baseline justify-between gap-3">
        <span className="font-display text-4xl font-semibold tabular-nums">{course.progress}%</span>
        <span className="text-sm text-muted">
          {completed} of {lessons.length} lessons
        </span>
      </p>
      <div className="mt-3">
        <ProgressBar percent={course.progress} label="Progress in this course" />
      </div>
      {isFinished ? (
        <p className="mt-4 text-sm text-muted">
          <strong className="font-display text-lg text-text">You finished this course.</strong>
          <br />
          You have lifetime access. Watch any lesson again whenever you like.
        </p>
      ) : (
        next && (
          <ButtonLink to={`?lesson=${next.material_id}&play`} preventScrollReset className="mt-5 w-full">
            {completed === 0 ? 'Start course' : 'Continue'}
          </ButtonLink>
        )
      )}
    </section>
  )
}
