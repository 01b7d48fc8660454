import { Controller, type FieldErrors, useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { CourseValues, LessonValues } from '../course-values.ts'
import { DurationField } from './duration-field.tsx'
import { FilePicker } from './file-picker.tsx'
import { CAPTIONS_ACCEPT, validateCaptions } from './lesson-files.ts'
import type { LessonActions } from './use-lesson-list.ts'
import type { LessonUploads } from './use-lesson-uploads.ts'
import { VideoField } from './video-field.tsx'

interface LessonFieldsProps {
  id: string
  index: number
  count: number
  lesson: LessonValues
  errors: FieldErrors<LessonValues> | undefined
  uploadStates: LessonUploads
  actions: LessonActions
}

export function LessonFields({ id, index, count, lesson, errors, uploadStates, actions }: LessonFieldsProps) {
  const { register, control, setValue } = useFormContext<CourseValues>()
  const name = `materials.${index}` as const
  const { key } = lesson
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
          required
          maxLength={LIMITS.subtitle}
          error={errors?.subtitle?.message}
          {...register(`${name}.subtitle`)}
        />
      </div>
      <VideoField
        index={index}
        lesson={lesson}
        error={errors?.url?.message}
        uploadState={uploadStates.url}
        actions={actions}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name={`${name}.duration`}
          render={({ field }) => (
            <DurationField
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              isInvalid={errors?.duration !== undefined}
            />
          )}
        />
        <div className="sm:pt-7">
          <Controller
            control={control}
            name={`${name}.preview`}
            render={({ field }) => (
              <Switch
                label="Free preview"
                hint="Anyone logged in can watch it"
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      </div>
      <div>
        <p className="mb-1.5 text-sm font-medium">Captions</p>
        <FilePicker
          label={lesson.captions ? 'Choose other captions' : 'Choose captions'}
          hint="A .vtt file, up to 1 MB"
          accept={CAPTIONS_ACCEPT}
          validate={validateCaptions}
          uploadState={uploadStates.captions}
          onFile={(file) => actions.uploadFile(key, 'captions', file)}
          onCancel={() => actions.cancelUpload(key, 'captions')}
        >
          {lesson.captions && (
            <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <AnyIcon name="captions" size={18} className="text-success" />
              <a
                href={lesson.captions}
                target="_blank"
                rel="noopener"
                className="font-medium underline-offset-4 hover:underline"
              >
                Captions uploaded
              </a>
              <Button variant="quiet" size="sm" onClick={() => setValue(`${name}.captions`, '', { shouldDirty: true })}>
                Remove<span className="sr-only"> the captions</span>
              </Button>
            </p>
          )}
        </FilePicker>
        {errors?.captions && <p className="mt-1.5 text-xs text-danger">{errors.captions.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-border pt-4">
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={index === 0}
          onClick={() => actions.move(key, -1, 'up')}
          id={`up-${key}`}
        >
          Move up
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={index === count - 1}
          onClick={() => actions.move(key, 1, 'down')}
          id={`down-${key}`}
        >
          Move down
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => actions.requestRemoval(key)}
          className="ml-auto hover:text-danger"
        >
          <AnyIcon name="trash" size={17} />
          Remove lesson
        </Button>
      </div>
    </div>
  )
}
