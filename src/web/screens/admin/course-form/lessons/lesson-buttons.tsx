import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LessonActions } from './use-lesson-list.ts'

interface LessonButtonsProps {
  lessonKey: string
  isFirst: boolean
  isLast: boolean
  actions: LessonActions
}

/** Moves or removes the open lesson. */
export function LessonButtons({ lessonKey, isFirst, isLast, actions }: LessonButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-border pt-4">
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isFirst}
        onClick={() => actions.move(lessonKey, -1, 'up')}
        id={`up-${lessonKey}`}
      >
        Move up
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isLast}
        onClick={() => actions.move(lessonKey, 1, 'down')}
        id={`down-${lessonKey}`}
      >
        Move down
      </Button>
      <Button
        variant="quiet"
        size="sm"
        onClick={() => actions.requestRemoval(lessonKey)}
        className="ml-auto hover:text-danger"
      >
        <AnyIcon name="trash" size={17} />
        Remove lesson
      </Button>
    </div>
  )
}
