import { Suspense } from 'react'
import { Controller, type FieldErrors, useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { LessonValues } from '../values/lesson-values.ts'
import { KindPicker } from './kind-picker.tsx'
import { LessonButtons } from './lesson-buttons.tsx'
import type { LessonActions } from './use-lesson-list.ts'
import type { LessonUploads } from './use-lesson-uploads.ts'
import { VideoFields } from './video-fields.tsx'

export interface KindFieldsProps {
  index: number
  lesson: LessonValues
  errors: FieldErrors<LessonValues> | undefined
  uploadStates: LessonUploads
  actions: LessonActions
  onNormalize: (key: string, given: string, content: string) => void
}

interface LessonFieldsProps extends KindFieldsProps {
  id: string
  className: string
  isHidden: boolean
  /** In the outline. */
  isFirst: boolean
  isLast: boolean
  warning: string | undefined
}

/** Most courses are videos only. */
const OtherKindFields = lazyPart(() =>
  import('../content/other-kind-fields.tsx').then((module) => module.OtherKindFields),
)

export function LessonFields({ id, className, isHidden, isFirst, isLast, warning, ...props }: LessonFieldsProps) {
  const { index, lesson, errors, actions } = props
  const { register } = useFormContext<CourseValues>()
  const name = `materials.${index}` as const
  return (
    <div
      id={id}
      role="group"
      aria-label={`Lesson ${index + 1}`}
      hidden={isHidden}
      className={`${className} space-y-5 p-4 sm:p-5`}
    >
      {lesson.id === null && <KindPicker index={index} lesson={lesson} actions={actions} />}
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
      {lesson.kind === 'video' ? (
        <VideoFields {...props} warning={warning} />
      ) : (
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-60 rounded-card" />}>
          <OtherKindFields {...props} />
        </Suspense>
      )}
      <PreviewField index={index} kind={lesson.kind} />
      <LessonButtons lessonKey={lesson.key} isFirst={isFirst} isLast={isLast} actions={actions} />
    </div>
  )
}

function PreviewField({ index, kind }: { index: number; kind: LessonValues['kind'] }) {
  const { control } = useFormContext<CourseValues>()
  return (
    <Controller
      control={control}
      name={`materials.${index}.preview`}
      render={({ field }) => (
        <Switch
          label="Free preview"
          hint={kind === 'video' ? 'Anyone can watch it, even without an account' : 'Open without enrolling'}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}
