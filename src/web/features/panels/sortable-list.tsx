import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 })
// The lists announce moves themselves, whether by drag, key or button.
const NO_ANNOUNCEMENTS = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

interface SortableListProps<Id extends number | string> {
  /** Unique in the document. */
  id: string
  /** Of the rows in their order; each row calls `useSortable` with its own. */
  rowIds: Id[]
  onMove: (id: Id, index: number) => void
  children: ReactNode
}

/** Rows that can be dragged up and down with the pointer. The rows themselves offer moves by key. */
export function SortableList<Id extends number | string>({ id, rowIds, onMove, children }: SortableListProps<Id>) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove(active.id as Id, rowIds.indexOf(over.id as Id))
  }
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={NO_ANNOUNCEMENTS}
      onDragEnd={drop}
    >
      <SortableContext items={rowIds} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}
