import type { KindFieldsProps } from './lesson-fields.tsx'
import { CaptionsField } from './captions-field.tsx'
import { CompletionField } from './completion-field.tsx'
import { DurationField } from './duration-field.tsx'
import { VideoField } from './video-field.tsx'

/** What a video has beyond a title. */
export function VideoFields({
  index,
  lesson,
  errors,
  warning,
  uploadStates,
  actions,
}: KindFieldsProps & { warning: string | undefined }) {
  return (
    <>
      <VideoField
        index={index}
        lesson={lesson}
        error={errors?.url?.message}
        warning={warning}
        uploadState={uploadStates.url}
        actions={actions}
      />
      <DurationField index={index} isInvalid={errors?.duration !== undefined} />
      <CaptionsField
        index={index}
        lesson={lesson}
        error={errors?.captions?.message}
        uploadState={uploadStates.captions}
        actions={actions}
      />
      <CompletionField index={index} lesson={lesson} errors={errors} />
    </>
  )
}
