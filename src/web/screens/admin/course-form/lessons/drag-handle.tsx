import type { DraggableSyntheticListeners } from '@dnd-kit/core'
import type { KeyboardEvent, Ref } from 'react'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import type { LessonActions } from './use-lesson-list.ts'

interface DragHandleProps {
  ref: Ref<HTMLButtonElement>
  lessonKey: string
  index: number
  count: number
  title: string
  listeners: DraggableSyntheticListeners
  onMove: LessonActions['move']
}

/** Moves a lesson by pointer, arrow keys, Home and End. */
export function DragHandle({ ref, lessonKey, index, count, title, listeners, onMove }: DragHandleProps) {
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowUp: -1, ArrowDown: 1, Home: -index, End: count - 1 - index }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    onMove(lessonKey, offset, 'handle')
  }
  return (
    <button
      type="button"
      ref={ref}
      id={`move-${lessonKey}`}
      aria-label={`Move lesson ${index + 1}, ${title || 'New lesson'}`}
      aria-describedby="how-to-move"
      {...listeners}
      onKeyDown={move}
      className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text active:cursor-grabbing"
    >
      <AnyIcon name="grip" size={18} />
    </button>
  )
}
