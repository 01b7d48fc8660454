import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import type { Submission } from '#contract/schemas/learning/submissions.ts'
import { saveDraft } from '#web/data/drafts.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { SubmissionFileField } from './submission-file-field.tsx'
import { useSubmitAssignment } from './use-assignment.ts'
import { useSubmissionFile } from './use-submission-file.ts'

interface AssignmentFormProps {
  materialId: number
  form: NonNullable<LessonContent['assignment']>['form']
  /** What it replaces. */
  before: Submission | undefined
  onDone: () => void
  /** Keeps what was handed in; undefined when there is nothing to keep. */
  onCancel: (() => void) | undefined
}

export function AssignmentForm({ materialId, form, before, onDone, onCancel }: AssignmentFormProps) {
  const { student_id } = useSignedInUser()
  const key = { form: 'assignment', userId: student_id, recordId: materialId } as const
  const [text, setText] = useDraft(key, LIMITS.submission, before?.text)
  const upload = useSubmissionFile(
    materialId,
    before?.file_url ? { name: before.file_name, url: before.file_url } : null,
  )
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error, reset } = useSubmitAssignment(materialId, () => {
    saveDraft(key, '')
    onDone()
  })
  const control = useFocusOnUnmount<HTMLFormElement>()

  function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    // A draft, or what is replaced, can have a part that the assignment no longer takes.
    const sentText = form === 'file' ? '' : text.trim()
    const file = form === 'text' ? null : upload.file
    const missing = getMissing(form, sentText, file)
    setProblem(missing)
    if (missing === undefined) mutate({ text: sentText, file_url: file?.url ?? '', file_name: file?.name ?? '' })
  }
  return (
    <form
      ref={control}
      noValidate
      aria-label="Your work"
      onSubmit={submit}
      className="mt-8 space-y-5 border-t border-border pt-6"
    >
      {error && <Banner variant="error" text={`${error.message}.`} onDismiss={reset} />}
      {form !== 'file' && (
        <TextAreaField label="Your answer" value={text} onChange={setText} maxLength={LIMITS.submission} />
      )}
      {form !== 'text' && <SubmissionFileField {...upload} />}
      <div aria-live="polite">{problem && <p className="text-sm text-danger">{problem}</p>}</div>
      <div className="flex flex-wrap gap-3">
        <div className="sm:w-44">
          <SubmitButton isPending={isPending} label="Hand in" pendingLabel="Handing in…" />
        </div>
        {onCancel && (
          <Button variant="quiet" size="lg" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function getMissing(
  form: AssignmentFormProps['form'],
  text: string,
  file: ReturnType<typeof useSubmissionFile>['file'],
): string | undefined {
  if (file?.url === '') return 'Wait until the file is uploaded'
  if (form === 'text' && text === '') return 'Write your answer'
  if (form === 'file' && !file) return 'Choose a file to hand in'
  return text === '' && !file ? 'Write your answer or choose a file' : undefined
}
