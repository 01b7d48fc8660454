import { useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { LessonValues } from '../values/lesson-values.ts'
import { FilePicker } from './file-picker.tsx'
import { isUploaded, VIDEO_ACCEPT, validateVideo } from './lesson-files.ts'
import type { LessonActions } from './use-lesson-list.ts'
import { UploadedFile } from './uploaded-file.tsx'
import type { UploadState } from './use-lesson-uploads.ts'

interface VideoFieldProps {
  index: number
  lesson: LessonValues
  error: string | undefined
  warning: string | undefined
  uploadState: UploadState | undefined
  actions: LessonActions
}

/** A lesson's video: a link, or an uploaded file. */
export function VideoField({ index, lesson: { key, url }, error, warning, uploadState, actions }: VideoFieldProps) {
  const { register, setValue } = useFormContext<CourseValues>()
  const name = `materials.${index}.url` as const
  return (
    <FilePicker
      name="Video"
      label={url ? 'Choose another video' : 'Choose a video'}
      hint="Or drop a file here: .mp4 or .webm, up to 2 GB"
      accept={VIDEO_ACCEPT}
      validate={validateVideo}
      uploadState={uploadState}
      onFile={(file) => actions.uploadFile(key, 'url', file)}
      onCancel={() => actions.cancelUpload(key, 'url')}
    >
      {isUploaded(url) ? (
        <UploadedFile noun="the video" warning={warning} onRemove={() => setValue(name, '', { shouldDirty: true })}>
          <Icon name="check" size={18} className="text-success" />
          <span className="font-medium">Video uploaded</span>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="font-semibold text-accent-text underline-offset-4 hover:underline"
          >
            Watch
          </a>
        </UploadedFile>
      ) : (
        <div className="mb-4">
          <TextField
            label="Video URL"
            type="url"
            inputMode="url"
            required
            placeholder="https://"
            maxLength={LIMITS.url}
            autoComplete="off"
            hint="Paste a link, or choose a file below."
            error={error}
            warning={warning}
            {...register(name)}
          />
        </div>
      )}
    </FilePicker>
  )
}
