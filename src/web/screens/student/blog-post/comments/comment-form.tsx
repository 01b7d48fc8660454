import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { readDraft } from '#web/data/drafts.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useAddComment, useIsSendingComment } from './use-comments.ts'

export function CommentForm({ blogId, user, onDone }: { blogId: number; user: User; onDone: () => void }) {
  const draftKey = { form: 'comment', userId: user.student_id, recordId: blogId } as const
  const [text, setText] = useDraft(draftKey, LIMITS.comment)
  const [validationError, setValidationError] = useState<string>()
  const latest = useRef('')
  const isSending = useIsSendingComment(blogId)
  const { mutate, error, reset } = useAddComment(blogId, (sent) => {
    // What was typed meanwhile stays, also in the form of a later visit. Without storage that is empty.
    const stored = readDraft(draftKey, LIMITS.comment).trim()
    if (latest.current === sent && (stored === sent || stored === '')) setText('')
    onDone()
  })

  function send(event: React.SyntheticEvent) {
    event.preventDefault()
    const trimmedText = text.trim()
    if (trimmedText === '') return setValidationError('Enter a comment')
    latest.current = trimmedText
    mutate({ blog_id: blogId, comment_text: trimmedText })
  }

  return (
    <form noValidate aria-label="Comment on this post" onSubmit={send} className="flex gap-4">
      <div className="pt-1 max-sm:hidden">
        <Avatar imageUrl={user.image_url} size={40} />
      </div>
      <div className="min-w-0 flex-1 space-y-4">
        {error && <Banner variant="error" text={error.message} onDismiss={reset} />}
        <TextAreaField
          label="Your comment"
          placeholder="Write a comment"
          value={text}
          onChange={(value) => {
            latest.current = value
            setText(value)
            setValidationError(undefined)
          }}
          error={validationError}
          maxLength={LIMITS.comment}
        />
        <div className="sm:w-44">
          <SubmitButton isPending={isSending} label="Add comment" />
        </div>
      </div>
    </form>
  )
}
