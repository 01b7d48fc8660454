import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useId, useMemo, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import type { CourseValues } from '../values/course-values.ts'
import { getLessonProblems } from '../values/get-form-problems.ts'
import { LessonFields } from '../lessons/lesson-fields.tsx'
import { getLessonWarning } from '../lessons/lesson-warnings.ts'
import type { LessonActions } from '../lessons/use-lesson-list.ts'
import type { LessonUploads } from '../lessons/use-lesson-uploads.ts'
import { DragHandle } from './drag-handle.tsx'
import { LessonHeader } from './lesson-header.tsx'
import { FIELDS_CLASS, getHeaderClass, ROW_CLASS } from './row-box.ts'

interface LessonRowProps {
  lessonKey: string
  index: number
  /** In the outline. */
  place: number
  isLast: boolean
  isOpen: boolean
  uploadStates: LessonUploads
  actions: LessonActions
  onNormalize: (key: string, given: string, content: string) => void
}

export const LessonRow = memo(function LessonRow({ lessonKey, place, isLast, isOpen, ...props }: LessonRowProps) {
  const { index, uploadStates } = props
  const [actions, isKept] = useKeptFields(props.actions)
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
    <li className={ROW_CLASS}>
      <div
        ref={setNodeRef}
        style={{ transform: CSS.Translate.toString(transform), transition, gridRow: place + 1 }}
        className={getHeaderClass({ isDragging, isOpen, hasError: errors !== undefined })}
      >
        <LessonHeader
          lesson={lesson}
          index={index}
          isOpen={isOpen}
          fieldsId={fieldsId}
          problem={isOpen || !errors ? undefined : getLessonProblems(errors, index, lesson.kind)[0]?.message}
          warning={isOpen ? undefined : warning}
          percent={uploadStates.url?.error === null ? uploadStates.url.percent : undefined}
          onToggle={() => actions.toggle(lessonKey)}
          dragHandle={
            <DragHandle
              ref={setActivatorNodeRef}
              rowKey={lessonKey}
              label={`Move lesson ${index + 1}, ${lesson.title || 'New lesson'}`}
              listeners={listeners}
              onMove={actions.move}
            />
          }
        />
      </div>
      {(isOpen || isKept) && (
        <LessonFields
          id={fieldsId}
          className={FIELDS_CLASS}
          isHidden={!isOpen}
          isFirst={place === 0}
          {...{ isLast, lesson, errors, warning }}
          {...props}
          actions={actions}
        />
      )}
    </li>
  )
})

/** Once a picture uploads into a lesson's text, closing hides the fields: without its editor the picture would be lost. */
function useKeptFields(actions: LessonActions): [LessonActions, boolean] {
  const [isKept, setKept] = useState(false)
  const ownActions = useMemo<LessonActions>(
    () => ({
      ...actions,
      trackUpload: (upload) => {
        setKept(true)
        actions.trackUpload(upload)
      },
    }),
    [actions],
  )
  return [ownActions, isKept]
}
