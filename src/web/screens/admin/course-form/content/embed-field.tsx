import { useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { EMBED_SITES, toEmbedUrl } from '#contract/media/embeds.ts'
import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'

/** A link to another site, and what students will see of it. */
export function EmbedField({ index, lesson, errors }: KindFieldsProps) {
  const { register } = useFormContext<CourseValues>()
  const frameUrl = useDeferredValue(toEmbedUrl(lesson.url.trim()))
  return (
    <div className="space-y-4">
      <TextField
        label="Link"
        type="url"
        inputMode="url"
        required
        placeholder="https://"
        maxLength={LIMITS.url}
        autoComplete="off"
        hint={`Paste a share link of ${EMBED_SITES.slice(0, -1).join(', ')} or ${EMBED_SITES.at(-1)}.`}
        error={errors?.url?.message}
        warning={lesson.url.trim() !== '' && frameUrl === null ? 'This link can’t be embedded' : undefined}
        {...register(`materials.${index}.url`)}
      />
      {frameUrl && (
        <iframe
          key={frameUrl}
          src={frameUrl}
          title="Preview"
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-presentation"
          referrerPolicy="strict-origin-when-cross-origin"
          className="aspect-video w-full rounded-card border border-border bg-surface"
        />
      )}
    </div>
  )
}
