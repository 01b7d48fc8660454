import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { KeyboardEvent } from 'react'
import type { Control } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { DraftBadge } from '#web/features/panels/draft-badge.tsx'
import { SortableList } from '#web/features/panels/sortable-list.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { CourseSearch } from './course-search.tsx'
import type { PathCourse, PathValues } from './path-values.ts'
import { toHandleId, useCourseList } from './use-course-list.ts'

/** The courses of the path in their order, and a search for more. */
export function CourseList({ control }: { control: Control<PathValues> }) {
  const list = useCourseList(control)
  // After the last course is removed.
  const keepFocus = useKeepFocus()
  const ids = list.courses.map(({ course_id }) => course_id)
  const isFull = ids.length >= LIMITS.pathCourses
  return (
    <section {...keepFocus} aria-label="Courses of the path" tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">Courses</h2>
        <p className="text-sm text-muted tabular-nums">{formatCount(ids.length, 'course')}</p>
      </div>
      <p id="how-to-move" className="mt-1 text-sm text-muted">
        {ids.length === 0
          ? 'Add courses in the order in which students take them.'
          : 'Drag a course by its handle, or focus the handle and press the arrow keys.'}
      </p>
      <SortableList id="path-courses" rowIds={ids} onMove={list.moveTo}>
        {ids.length > 0 && (
          <ol className="mt-3 space-y-2">
            {list.courses.map((course, index) => (
              <CourseRow
                key={course.course_id}
                course={course}
                index={index}
                count={ids.length}
                onMove={list.move}
                onRemove={list.remove}
              />
            ))}
          </ol>
        )}
      </SortableList>
      <div className="mt-4">
        <CourseSearch chosenIds={ids} isFull={isFull} onAdd={list.add} />
      </div>
      <p aria-live="polite" className="text-xs text-muted not-empty:mt-2">
        {isFull && `A path can have at most ${LIMITS.pathCourses} courses`}
      </p>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </section>
  )
}

interface CourseRowProps {
  course: PathCourse
  index: number
  count: number
  onMove: (courseId: number, offset: number) => void
  onRemove: (courseId: number) => void
}

function CourseRow({ course, index, count, onMove, onRemove }: CourseRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: course.course_id,
  })
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowUp: -1, ArrowDown: 1, Home: -index, End: count - 1 - index }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    onMove(course.course_id, offset)
  }
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-center gap-2 rounded-card border bg-surface py-1.5 pr-1.5 pl-2 ${isDragging ? 'relative z-10 border-accent shadow-raised' : 'border-border'}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        id={toHandleId(course.course_id)}
        aria-label={`Move course ${index + 1}, ${course.title}`}
        aria-describedby="how-to-move"
        {...listeners}
        onKeyDown={move}
        className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text active:cursor-grabbing"
      >
        <AnyIcon name="grip" size={18} />
      </button>
      <span aria-hidden="true" className="w-5 text-right text-sm text-muted tabular-nums">
        {index + 1}
      </span>
      <span dir="auto" className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">
        {course.title}
      </span>
      {!course.public && <DraftBadge />}
      <button
        type="button"
        aria-label={`Remove ${course.title}`}
        title="Remove"
        onClick={() => onRemove(course.course_id)}
        className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-danger"
      >
        <AnyIcon name="close" size={17} />
      </button>
    </li>
  )
}
