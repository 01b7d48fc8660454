import type { DraggableSyntheticListeners } from '@dnd-kit/core'
import type { KeyboardEvent, Ref } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import type { LessonActions } from '../lessons/use-lesson-list.ts'

interface DragHandleProps {
  ref: Ref<HTMLButtonElement>
  rowKey: string
  label: string
  listeners: DraggableSyntheticListeners
  onMove: LessonActions['move']
}

/** Moves a lesson or a section by pointer, arrow keys, Home and End. */
export function DragHandle({ ref, rowKey, label, listeners, onMove }: DragHandleProps) {
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    onMove(rowKey, offset, 'handle')
  }
  return (
    <button
      type="button"
      ref={ref}
      id={`move-${rowKey}`}
      aria-label={label}
      aria-describedby="how-to-move"
      {...listeners}
      onKeyDown={move}
      className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text active:cursor-grabbing"
    >
      <AnyIcon name="grip" size={18} />
    </button>
  )
}
