import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { LESSON_KINDS } from '#contract/choices.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import type { CourseValues } from '../values/course-values.ts'
import { type LessonValues, newLesson } from '../values/lesson-values.ts'
import type { LessonActions } from './use-lesson-list.ts'
import { KIND_ICONS, KIND_LABELS } from './lesson-kinds.ts'

interface KindPickerProps {
  index: number
  lesson: LessonValues
  actions: LessonActions
}

/**
 * The kind of a lesson that is not saved yet. Its title and what students see of it in the list stay, and a kind that is
 * chosen again has its content back. While a picture is uploading the kind stays: the picture would be left out.
 */
export function KindPicker({ index, lesson, actions }: KindPickerProps) {
  const { getValues, setValue, clearErrors } = useFormContext<CourseValues>()
  const earlier = useRef<Partial<Record<LessonValues['kind'], LessonValues>>>({})
  const [isRefused, setRefused] = useState(false)
  const select = (kind: LessonValues['kind']) => {
    setRefused(actions.isUploadingPicture())
    if (actions.isUploadingPicture()) return
    const { key, title, subtitle, preview, sectionKey } = lesson
    earlier.current[lesson.kind] = structuredClone(getValues(`materials.${index}`))
    actions.cancelUpload(key, 'url')
    actions.cancelUpload(key, 'captions')
    clearErrors(`materials.${index}`)
    setValue(
      `materials.${index}`,
      { ...(earlier.current[kind] ?? newLesson(kind)), key, title, subtitle, preview, sectionKey },
      { shouldDirty: true },
    )
  }
  return (
    <fieldset>
      <legend className="sr-only">Kind of lesson</legend>
      <div className="grid grid-cols-3 gap-1.5 sm:grid-cols-6">
        {LESSON_KINDS.map((kind) => (
          <label
            key={kind}
            className="relative flex cursor-pointer flex-col items-center gap-1 rounded-control border border-border px-1 py-2 text-xs font-medium text-muted transition duration-150 hover:bg-raised hover:text-text has-checked:border-accent has-checked:bg-[var(--accent-wash)] has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`kind-${lesson.key}`}
              value={kind}
              checked={lesson.kind === kind}
              onChange={() => select(kind)}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            <AnyIcon name={KIND_ICONS[kind]} size={18} />
            {KIND_LABELS[kind]}
          </label>
        ))}
      </div>
      <p role="status" className="text-xs text-danger not-empty:mt-1.5">
        {isRefused && 'Wait until the picture is uploaded, then choose the kind again.'}
      </p>
    </fieldset>
  )
}
