import type { Lesson } from '#contract/schemas/courses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

interface LessonFooterProps {
  lesson: Lesson
  next: Lesson | undefined
  /** Null when the student cannot tick this lesson. */
  setCompleted: ((value: boolean) => void) | null
}

/** Below a lesson that has no player: what to do once it is read. */
export function LessonFooter({ lesson, next, setCompleted }: LessonFooterProps) {
  const nextPath = next && `?lesson=${next.material_id}&play`
  return (
    <nav tabIndex={-1} aria-label="Lesson" className="mt-5 flex flex-wrap items-center gap-3 outline-none">
      {setCompleted && !lesson.isCompleted && <CompleteButton onComplete={() => setCompleted(true)} />}
      <div role="status">
        {lesson.isCompleted && (
          <p className="inline-flex items-center gap-2 text-sm font-medium text-success">
            <Icon name="check" size={18} />
            Completed
          </p>
        )}
      </div>
      <span className="flex-1" />
      {next && nextPath && (
        <ButtonLink
          to={nextPath}
          preventScrollReset
          variant={lesson.isCompleted || !setCompleted ? 'primary' : 'secondary'}
          className="max-w-full min-w-0"
        >
          <span className="truncate">Next: {next.title}</span>
          <Icon name="arrow-right" size={18} />
        </ButtonLink>
      )}
    </nav>
  )
}

function CompleteButton({ onComplete }: { onComplete: () => void }) {
  const button = useFocusOnUnmount<HTMLButtonElement>()
  return (
    <Button ref={button} onClick={onComplete}>
      <Icon name="check" size={18} />
      Mark as completed
    </Button>
  )
}
