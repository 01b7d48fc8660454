import type { Lesson } from '#contract/schemas/courses.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { LessonLinks, type LessonNeighbors } from './lesson-links.tsx'

interface LessonFooterProps extends LessonNeighbors {
  lesson: Lesson
  /** Null when the student cannot tick this lesson. */
  setCompleted: ((value: boolean) => void) | null
}

/** Below a lesson that has no player: what to do once it is read. */
export function LessonFooter({ lesson, previous, next, setCompleted }: LessonFooterProps) {
  return (
    <LessonLinks previous={previous} next={next} isNextPrimary={lesson.isCompleted || !setCompleted}>
      {setCompleted && !lesson.isCompleted && <CompleteButton onComplete={() => setCompleted(true)} />}
      <div role="status" className="empty:absolute">
        {lesson.isCompleted && (
          <p className="inline-flex items-center gap-2 text-sm font-medium text-success">
            <Icon name="check" size={18} />
            Completed
          </p>
        )}
      </div>
    </LessonLinks>
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
