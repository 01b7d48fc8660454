import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useId, useState } from 'react'
import type { AnswerInputProps } from './answer-input.tsx'
import { OrderingItem } from './ordering-item.tsx'

// The list announces moves itself, whether by drag or button.
const NO_ANNOUNCEMENTS = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

/** Items in the student's order, moved by buttons or dragged. */
export function OrderingInput({ question: { options }, answer, onAnswer, labelledBy }: AnswerInputProps) {
  const [announcement, setAnnouncement] = useState('')
  const contextId = useId()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const ids = Array.isArray(answer) ? answer : options.map(({ option_id }) => option_id)
  const texts = new Map(options.map(({ option_id, text }) => [option_id, text]))
  function move(from: number, to: number) {
    const moved = ids[from]
    if (moved === undefined || from === to) return
    onAnswer(ids.toSpliced(from, 1).toSpliced(to, 0, moved))
    setAnnouncement(`${texts.get(moved)}, moved to position ${to + 1} of ${ids.length}`)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  return (
    <>
      <p className="mt-4 text-sm text-muted">Put these in order, first to last. Drag an item, or use its buttons.</p>
      <DndContext
        id={contextId}
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
        accessibility={NO_ANNOUNCEMENTS}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol aria-labelledby={labelledBy} className="mt-3 space-y-2">
            {ids.map((id, index) => (
              <OrderingItem
                key={id}
                id={id}
                text={texts.get(id) ?? ''}
                index={index}
                count={ids.length}
                onMove={(to) => move(index, to)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
