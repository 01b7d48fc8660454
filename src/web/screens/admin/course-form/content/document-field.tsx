import { useFormContext } from 'react-hook-form'
import { DOCUMENT_EXTENSIONS, hasDocumentExtension, isPdfUrl } from '#contract/lesson-rules.ts'
import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { CourseValues } from '../values/course-values.ts'
import { FilePicker } from '../lessons/file-picker.tsx'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'
import { UploadedFile } from '../lessons/uploaded-file.tsx'

const ACCEPT = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join()

function validateDocument({ name, size }: File): string | undefined {
  if (!hasDocumentExtension(name)) return 'Choose another kind of file. Put programs into a .zip file.'
  if (size === 0) return 'The file is empty.'
  return size > LIMITS.documentBytes ? 'The file is too large. The limit is 100 MB.' : undefined
}

/** A file to download, or a PDF that is shown in the page. */
export function DocumentField({ index, lesson, errors, uploadStates, actions }: KindFieldsProps) {
  const { register, setValue } = useFormContext<CourseValues>()
  const { key, url } = lesson
  const name = `materials.${index}` as const
  return (
    <div data-field={`${name}.url`} className="space-y-5">
      <div>
        <FilePicker
          name="File"
          label={url ? 'Choose another file' : 'Choose a file'}
          hint="Or drop it here: PDF, ZIP, CSV, pictures and more, up to 100 MB"
          accept={ACCEPT}
          validate={validateDocument}
          uploadState={uploadStates.url}
          onFile={(file) => actions.uploadFile(key, 'url', file, 'document')}
          onCancel={() => actions.cancelUpload(key, 'url')}
        >
          {url && (
            <UploadedFile noun="the file" onRemove={() => setValue(`${name}.url`, '', { shouldDirty: true })}>
              <Icon name="check" size={18} className="text-success" />
              <span className="font-medium">
                {isPdfUrl(url) ? 'PDF uploaded. Students read it in the page.' : 'File uploaded. Students download it.'}
              </span>
              <a
                href={url}
                target="_blank"
                rel="noopener"
                className="font-semibold text-accent-text underline-offset-4 hover:underline"
              >
                Open
              </a>
            </UploadedFile>
          )}
        </FilePicker>
        <p aria-live="polite" className="text-xs text-danger not-empty:mt-1.5">
          {errors?.url?.message}
        </p>
      </div>
      {url && (
        <TextField
          label="File name"
          hint="What it is called when students download it"
          maxLength={255}
          autoComplete="off"
          error={errors?.file_name?.message}
          {...register(`${name}.file_name`)}
        />
      )}
    </div>
  )
}
