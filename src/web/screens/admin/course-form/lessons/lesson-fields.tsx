import { Controller, type FieldErrors, useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { CourseValues, LessonValues } from '../course-values.ts'
import { CaptionsField } from './captions-field.tsx'
import { DurationField } from './duration-field.tsx'
import { LessonButtons } from './lesson-buttons.tsx'
import type { LessonActions } from './use-lesson-list.ts'
import type { LessonUploads } from './use-lesson-uploads.ts'
import { VideoField } from './video-field.tsx'

interface LessonFieldsProps {
  id: string
  index: number
  count: number
  lesson: LessonValues
  errors: FieldErrors<LessonValues> | undefined
  warning: string | undefined
  uploadStates: LessonUploads
  actions: LessonActions
}

export function LessonFields({ id, index, count, lesson, errors, warning, uploadStates, actions }: LessonFieldsProps) {
  const { register } = useFormContext<CourseValues>()
  const name = `materials.${index}` as const
  return (
    <div
      id={id}
      role="group"
      aria-label={`Lesson ${index + 1}`}
      className="space-y-5 border-t border-border px-4 pt-5 pb-4 sm:px-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Title"
          required
          maxLength={LIMITS.title}
          error={errors?.title?.message}
          {...register(`${name}.title`)}
        />
        <TextField
          label="Subtitle"
          hint="Optional"
          maxLength={LIMITS.subtitle}
          error={errors?.subtitle?.message}
          {...register(`${name}.subtitle`)}
        />
      </div>
      <VideoField
        index={index}
        lesson={lesson}
        error={errors?.url?.message}
        warning={warning}
        uploadState={uploadStates.url}
        actions={actions}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <DurationField index={index} isInvalid={errors?.duration !== undefined} />
        <div className="sm:pt-7">
          <PreviewField index={index} />
        </div>
      </div>
      <CaptionsField
        index={index}
        lesson={lesson}
        error={errors?.captions?.message}
        uploadState={uploadStates.captions}
        actions={actions}
      />
      <LessonButtons lessonKey={lesson.key} index={index} count={count} actions={actions} />
    </div>
  )
}

function PreviewField({ index }: { index: number }) {
  const { control } = useFormContext<CourseValues>()
  return (
    <Controller
      control={control}
      name={`materials.${index}.preview`}
      render={({ field }) => (
        <Switch
          label="Free preview"
          hint="Anyone logged in can watch it"
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}
