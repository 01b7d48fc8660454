import { useFormContext } from 'react-hook-form'
import { Editor } from '#web/features/post-editor/editor.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'

interface ContentFieldProps extends Pick<KindFieldsProps, 'index' | 'lesson' | 'errors' | 'actions' | 'onNormalize'> {
  label: string
}

/** An article, or an assignment's task. */
export function ContentField({ index, lesson, errors, actions, onNormalize, label }: ContentFieldProps) {
  const { setValue } = useFormContext<CourseValues>()
  const name = `materials.${index}.content` as const
  return (
    <div data-field={name}>
      <div className="flex h-[32rem] flex-col [&>div]:min-h-0 [&>div]:flex-1">
        <Editor
          key={lesson.key}
          label={label}
          content={lesson.content}
          onChange={(content) =>
            setValue(name, content, { shouldDirty: true, shouldValidate: errors?.content !== undefined })
          }
          onUpload={actions.trackUpload}
          onNormalize={(given, content) => onNormalize(lesson.key, given, content)}
        />
      </div>
      <p aria-live="polite" className="text-xs text-danger not-empty:mt-1.5">
        {errors?.content?.message}
      </p>
    </div>
  )
}
