import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, type KeyboardEvent, useId } from 'react'
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import type { CourseValues, LessonValues } from '../course-values.ts'
import { LessonFields } from './lesson-fields.tsx'
import { LessonHeader } from './lesson-header.tsx'
import type { LessonActions } from './use-lesson-list.ts'
import type { LessonUploads } from './use-lesson-uploads.ts'

interface LessonRowProps {
  lessonKey: string
  index: number
  count: number
  isOpen: boolean
  uploadStates: LessonUploads
  actions: LessonActions
}

export const LessonRow = memo(function LessonRow({
  lessonKey,
  index,
  count,
  isOpen,
  uploadStates,
  actions,
}: LessonRowProps) {
  const fieldsId = useId()
  const { control } = useFormContext<CourseValues>()
  const lesson = useWatch({ control, name: `materials.${index}` })
  const errors = useFormState({ control, name: `materials.${index}` }).errors.materials?.[index]
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: lessonKey,
  })
  // While the list changes, a row may render once with an index that no longer exists.
  if (!lesson) return null
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowUp: -1, ArrowDown: 1, Home: -index, End: count - 1 - index }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    actions.move(lessonKey, offset, 'handle')
  }
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`rounded-card border bg-surface ${isDragging ? 'relative z-10 border-accent shadow-raised' : errors ? 'border-danger' : 'border-border'} ${isOpen ? '' : '[contain-intrinsic-size:auto_58px] [content-visibility:auto]'}`}
    >
      <LessonHeader
        lesson={lesson}
        index={index}
        isOpen={isOpen}
        fieldsId={fieldsId}
        problem={errors && getFirstError(errors)}
        percent={uploadStates.url?.error === null ? uploadStates.url.percent : undefined}
        onToggle={() => actions.toggle(lessonKey)}
        dragHandle={
          <button
            type="button"
            ref={setActivatorNodeRef}
            id={`move-${lessonKey}`}
            aria-label={`Move lesson ${index + 1}, ${lesson.title || 'New lesson'}`}
            aria-describedby="how-to-move"
            {...listeners}
            onKeyDown={move}
            className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text active:cursor-grabbing"
          >
            <AnyIcon name="grip" size={18} />
          </button>
        }
      />
      {isOpen && (
        <LessonFields
          id={fieldsId}
          index={index}
          count={count}
          lesson={lesson}
          errors={errors}
          uploadStates={uploadStates}
          actions={actions}
        />
      )}
    </li>
  )
})

const FIELD_ORDER = ['title', 'subtitle', 'url', 'duration', 'captions'] as const

function getFirstError(errors: FieldErrors<LessonValues>): string {
  const name = FIELD_ORDER.find((field) => errors[field])
  if (name === 'duration') return 'Enter the duration as minutes and seconds'
  return (name && errors[name]?.message) ?? 'Check this lesson'
}
