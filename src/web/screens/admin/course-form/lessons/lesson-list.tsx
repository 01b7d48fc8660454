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
import { LIMITS } from '#contract/limits.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { LessonRow } from './lesson-row.tsx'
import type { LessonList as List } from './use-lesson-list.ts'
import type { LessonUploads } from './use-lesson-uploads.ts'

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const NO_UPLOADS: LessonUploads = {}
// The list announces moves itself, whether by drag, key or button.
const NO_ANNOUNCEMENTS = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

export function LessonList({ list, error }: { list: List; error: string | undefined }) {
  const count = list.keys.length
  const isFull = count >= LIMITS.lessons
  return (
    <section aria-label="Materials" className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">Materials</h2>
        <p className="text-sm text-muted tabular-nums">{formatCount(count, 'lesson')}</p>
      </div>
      <p id="how-to-move" className="mt-1 text-sm text-muted">
        {count === 0
          ? 'Add videos in the order students watch them.'
          : 'Drag a lesson by its handle, or focus the handle and press the arrow keys.'}
      </p>
      <SortableLessons list={list} />
      <Button
        id="add-lesson"
        variant="secondary"
        disabled={isFull}
        onClick={list.addLesson}
        className="mt-4 w-full border-dashed"
      >
        <AnyIcon name="plus" size={18} />
        Add a lesson
      </Button>
      <p aria-live="polite" className={`text-xs not-empty:mt-2 ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? (isFull && `A course can have at most ${LIMITS.lessons} lessons`)}
      </p>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </section>
  )
}

function SortableLessons({ list }: { list: List }) {
  const { keys, openKeys, actions, uploadStates } = list
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) list.moveTo(String(active.id), keys.indexOf(String(over.id)))
  }
  return (
    <DndContext
      id="lessons"
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={NO_ANNOUNCEMENTS}
      onDragEnd={drop}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {keys.length > 0 && (
          <ol className="mt-4 space-y-2">
            {keys.map((key, index) => (
              <LessonRow
                key={key}
                lessonKey={key}
                index={index}
                count={keys.length}
                isOpen={openKeys.has(key)}
                uploadStates={uploadStates.get(key) ?? NO_UPLOADS}
                actions={actions}
              />
            ))}
          </ol>
        )}
      </SortableContext>
    </DndContext>
  )
}
