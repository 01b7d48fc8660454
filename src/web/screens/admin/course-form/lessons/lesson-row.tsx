import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useId } from 'react'
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form'
import type { CourseValues, LessonValues } from '../course-values.ts'
import { DragHandle } from './drag-handle.tsx'
import { LessonFields } from './lesson-fields.tsx'
import { LessonHeader } from './lesson-header.tsx'
import { getLessonWarning } from './lesson-warnings.ts'
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
  const warning = getLessonWarning(lesson)
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
        problem={isOpen || !errors ? undefined : getFirstError(errors)}
        warning={isOpen ? undefined : warning}
        percent={uploadStates.url?.error === null ? uploadStates.url.percent : undefined}
        onToggle={() => actions.toggle(lessonKey)}
        dragHandle={
          <DragHandle
            ref={setActivatorNodeRef}
            lessonKey={lessonKey}
            index={index}
            count={count}
            title={lesson.title}
            listeners={listeners}
            onMove={actions.move}
          />
        }
      />
      {isOpen && (
        <LessonFields
          id={fieldsId}
          index={index}
          count={count}
          lesson={lesson}
          errors={errors}
          warning={warning}
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
