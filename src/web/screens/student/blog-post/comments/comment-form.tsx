import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useAddComment } from './use-comments.ts'

export function CommentForm({ blogId, user, onDone }: { blogId: number; user: User; onDone: () => void }) {
  const [text, setText] = useDraft({ form: 'comment', userId: user.student_id, recordId: blogId }, LIMITS.comment)
  const [validationError, setValidationError] = useState<string>()
  const latest = useRef('')
  const { mutate, isPending, error, reset } = useAddComment(blogId, (sent) => {
    // What was typed meanwhile stays.
    if (latest.current === sent) setText('')
    onDone()
  })

  function send(event: React.SyntheticEvent) {
    event.preventDefault()
    const trimmedText = text.trim()
    if (trimmedText === '') return setValidationError('Enter a comment')
    latest.current = trimmedText
    mutate(trimmedText)
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
          <SubmitButton isPending={isPending} label="Add comment" />
        </div>
      </div>
    </form>
  )
}
