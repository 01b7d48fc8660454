import { useState } from 'react'
import { useSignedInUser } from '#web/data/session.ts'
import { sanitizePost } from '#web/features/rich-text/sanitize-post.ts'
import { setUpText } from '#web/features/rich-text/set-up-text.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { AssignmentForm } from './assignment-form.tsx'
import { AssignmentSkeleton } from './assignment-skeleton.tsx'
import { SubmissionCard } from './submission-card.tsx'
import { useAssignment } from './use-assignment.ts'

export function AssignmentStages({ materialId }: { materialId: number }) {
  const { role } = useSignedInUser()
  const { lesson, error, refetch } = useAssignment(materialId)
  const [isReplacing, setReplacing] = useState(false)
  const [statusText, setStatusText] = useState('')
  if (error)
    return (
      <LoadError
        className="card rounded-panel py-16"
        text={`We couldn’t load the assignment. ${error.message}.`}
        onRetry={() => void refetch()}
      />
    )
  if (!lesson?.assignment) return <AssignmentSkeleton />
  const { form, submissions } = lesson.assignment
  const [latest] = submissions
  const task = sanitizePost(lesson.content)
  // An admin may have graded it meanwhile.
  const isChanging = isReplacing && latest?.status === 'waiting'
  const showsForm = role === 'student' && (!latest || latest.status === 'returned' || isChanging)
  return (
    <section tabIndex={-1} aria-label={lesson.title} className="card rounded-panel p-5 outline-none sm:p-8">
      <p role="status" className="sr-only">
        {statusText}
      </p>
      <p className="text-sm font-medium text-accent-text">Assignment</p>
      <h2 dir="auto" className="mt-1 text-2xl sm:text-3xl">
        {lesson.title}
      </h2>
      {/* Sanitized on the server and again here, because browsers parse HTML differently. */}
      <div key={task} ref={setUpText} className="post mt-6" dangerouslySetInnerHTML={{ __html: task }} />
      {submissions.length > 0 && (
        <ol aria-label="Your work" className="mt-8 space-y-4">
          {submissions.map((submission) => (
            <SubmissionCard key={submission.submission_id} submission={submission} />
          ))}
        </ol>
      )}
      {showsForm && (
        <AssignmentForm
          materialId={materialId}
          form={form}
          before={isChanging ? latest : undefined}
          onCancel={isChanging ? () => setReplacing(false) : undefined}
          onDone={() => {
            setReplacing(false)
            setStatusText('Your work was handed in')
          }}
        />
      )}
      {latest?.status === 'waiting' && !isChanging && <ChangeButton onChange={() => setReplacing(true)} />}
    </section>
  )
}

function ChangeButton({ onChange }: { onChange: () => void }) {
  const button = useFocusOnUnmount<HTMLButtonElement>()
  return (
    <Button ref={button} variant="secondary" className="mt-4" onClick={onChange}>
      Change what you handed in
    </Button>
  )
}
