import { useFormContext } from 'react-hook-form'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { LessonValues } from '../values/lesson-values.ts'
import { FilePicker } from './file-picker.tsx'
import { CAPTIONS_ACCEPT, validateCaptions } from './lesson-files.ts'
import type { LessonActions } from './use-lesson-list.ts'
import { UploadedFile } from './uploaded-file.tsx'
import type { UploadState } from './use-lesson-uploads.ts'

interface CaptionsFieldProps {
  index: number
  lesson: LessonValues
  error: string | undefined
  uploadState: UploadState | undefined
  actions: LessonActions
}

/** A lesson's captions: an uploaded file. */
export function CaptionsField({ index, lesson: { key, captions }, error, uploadState, actions }: CaptionsFieldProps) {
  const { setValue } = useFormContext<CourseValues>()
  const name = `materials.${index}.captions` as const
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Captions</p>
      <FilePicker
        name="Captions"
        label={captions ? 'Choose other captions' : 'Choose captions'}
        hint="A .vtt file, up to 1 MB"
        accept={CAPTIONS_ACCEPT}
        validate={validateCaptions}
        uploadState={uploadState}
        onFile={(file) => actions.uploadFile(key, 'captions', file)}
        onCancel={() => actions.cancelUpload(key, 'captions')}
      >
        {captions && (
          <UploadedFile noun="the captions" onRemove={() => setValue(name, '', { shouldDirty: true })}>
            <AnyIcon name="captions" size={18} className="text-success" />
            <a
              href={captions}
              target="_blank"
              rel="noopener"
              className="font-medium underline-offset-4 hover:underline"
            >
              Captions uploaded
            </a>
          </UploadedFile>
        )}
      </FilePicker>
      {error && <p className="mt-1.5 text-xs text-danger">{error}</p>}
    </div>
  )
}
