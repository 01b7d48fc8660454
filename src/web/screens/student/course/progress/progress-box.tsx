import type { Lesson } from '#contract/schemas/courses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { isUnlocked } from '../lessons/current-lesson.ts'
import { type CourseDetails, useFinishCourse } from '../use-course.ts'
import { CertificateCard } from './certificate-card.tsx'

interface ProgressBoxProps {
  course: CourseDetails
  lessons: Lesson[]
  /** Replaces the enroll box, which had the focus. */
  shouldTakeFocus: boolean
  /** False in the student view of an admin, which changes nothing. */
  canFinish: boolean
}

const focusOnMount = (box: HTMLElement | null) => box?.focus({ preventScroll: true })

export function ProgressBox({ course, lessons, shouldTakeFocus, canFinish }: ProgressBoxProps) {
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  const next = lessons.find((lesson) => !lesson.isCompleted && isUnlocked(lesson))
  const hasStarted = lessons.some(({ isCompleted, position }) => isCompleted || position > 0)
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
          {completed} of {formatCount(lessons.length, 'lesson')}
        </span>
      </p>
      <div className="mt-3">
        <ProgressBar percent={course.progress} label="Progress in this course" />
      </div>
      {isFinished && <Finished course={course} lessons={lessons} />}
      {!isFinished && course.can_finish && canFinish && <FinishButton courseId={course.course_id} />}
      {!isFinished && next && (
        <ButtonLink to={`?lesson=${next.material_id}&play`} preventScrollReset className="mt-5 w-full">
          {hasStarted ? 'Continue' : 'Start course'}
        </ButtonLink>
      )}
    </section>
  )
}

function Finished({ course, lessons }: { course: CourseDetails; lessons: Lesson[] }) {
  const added = lessons.filter(({ is_new, isCompleted }) => is_new && !isCompleted)
  const first = added.find(isUnlocked)
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        <strong className="font-display text-lg text-text">You finished this course.</strong>
        <br />
        You have lifetime access. Watch any lesson again whenever you like.
      </p>
      {course.certificate_id !== null && <CertificateCard certificateId={course.certificate_id} />}
      {added.length > 0 && (
        <div className="mt-4 border-t border-border pt-4 text-sm">
          <p>
            {added.length} new {added.length === 1 ? 'lesson' : 'lessons'} since you finished.
          </p>
          {first && (
            <ButtonLink
              to={`?lesson=${first.material_id}&play`}
              preventScrollReset
              variant="secondary"
              size="sm"
              className="mt-3 w-full"
            >
              See what’s new
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}

/** After the last open lesson was removed: nothing is left to do but to say so. */
function FinishButton({ courseId }: { courseId: number }) {
  const { mutate, isPending, error } = useFinishCourse(courseId)
  const box = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={box} className="mt-4">
      <p className="text-sm text-muted">You have completed every lesson.</p>
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          Couldn&apos;t finish the course. {error.message}.
        </p>
      )}
      <Button className="mt-3 w-full" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {isPending ? 'Finishing…' : 'Finish course'}
      </Button>
    </div>
  )
}
