import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { LIMITS } from '#contract/limits.ts'
import { studentProgressPath } from '#contract/paths/record-paths.ts'
import { call } from '#web/data/api.ts'
import { saveDraft } from '#web/data/drafts.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { EventTime } from '#web/ui/event-time.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { useIsMounted } from '#web/ui/hooks/use-is-mounted.ts'
import { Head } from '#web/ui/head.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'
import { SubmissionBadge } from './submission-columns.tsx'
import type { StudentWork } from './submissions-screen.tsx'

interface SubmissionReviewProps {
  work: StudentWork
  /** The next one that waits. */
  nextId: number | undefined
  /** Undefined: the list. */
  onShow: (id: number | undefined) => void
}

export function SubmissionReview({ work, nextId, onShow }: SubmissionReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const review = useFocusOnUnmount<HTMLDivElement>()
  const isMounted = useIsMounted()
  useEffect(() => heading.current?.focus(), [])
  // The answer may come after the admin has gone elsewhere.
  const showNext = () => {
    if (isMounted()) onShow(nextId)
  }
  return (
    <div ref={review} className="mx-auto max-w-6xl">
      <Head title={`${work.material_title} by ${work.name}`} noIndex />
      <div className="mb-3 flex items-center justify-between gap-4">
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => onShow(undefined)}>
          <AnyIcon name="arrow-left" size={16} />
          All submissions
        </Button>
        {nextId && (
          <Button variant="quiet" size="sm" className="-mr-3" onClick={() => onShow(nextId)}>
            Next waiting
            <AnyIcon name="arrow-right" size={16} />
          </Button>
        )}
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
        {work.material_title}
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <SubmissionBadge status={work.status} />
        <span className="wrap-anywhere">
          <Link to={studentProgressPath(work, work)} className="underline underline-offset-4 hover:text-text">
            {work.name}
          </Link>
          {' · '}
          {work.course_title}
        </span>
        <EventTime at={work.submitted_date} />
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Work work={work} />
        <Grade work={work} onGraded={showNext} onShow={onShow} />
      </div>
    </div>
  )
}

function Work({ work: { text, file_url, file_name } }: { work: StudentWork }) {
  return (
    <section aria-label="Work" className="card min-w-0 p-5 sm:p-6">
      {text !== '' && <p className="leading-7 wrap-anywhere whitespace-pre-wrap">{text}</p>}
      {file_url !== '' && (
        <a
          href={file_url}
          download={file_name}
          className="mt-5 inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-control border border-border-strong px-4 text-sm font-medium first:mt-0 hover:bg-raised"
        >
          <AnyIcon name="download" size={18} />
          <span className="truncate">{file_name}</span>
        </a>
      )}
    </section>
  )
}

interface GradeProps {
  work: StudentWork
  onGraded: () => void
}

function Grade({ work, onGraded, onShow }: GradeProps & Pick<SubmissionReviewProps, 'onShow'>) {
  const isLatest = work.latest_id === work.submission_id
  if (work.status !== 'accepted' && isLatest) return <GradeForm work={work} onGraded={onGraded} />
  return (
    <section aria-labelledby="feedback" className="card min-w-0 p-5 sm:p-6">
      <h2 id="feedback" className="text-xl">
        Feedback
      </h2>
      <p className="mt-3 text-sm wrap-anywhere whitespace-pre-wrap">{work.feedback || 'None was given.'}</p>
      {!isLatest && (
        <>
          <p className="mt-4 border-t border-border pt-4 text-sm text-muted">The student has handed in newer work.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => onShow(work.latest_id)}>
            Open the newest
          </Button>
        </>
      )}
    </section>
  )
}

function GradeForm({ work, onGraded }: GradeProps) {
  const { student_id } = useSignedInUser()
  const key = { form: 'feedback', userId: student_id, recordId: work.submission_id } as const
  const [draft, setDraft] = useDraft(key, LIMITS.submission, work.feedback)
  const [isMissing, setMissing] = useState(false)
  const [openedDate] = useState(work.graded_date)
  const { mutate, isPending } = useGrade(work, draft, () => {
    saveDraft(key, '')
    onGraded()
  })
  const grade = (status: Verdict) => {
    const needsText = status === 'returned' && draft.trim() === ''
    setMissing(needsText)
    if (!needsText && !isPending) mutate(status)
  }
  const changeDraft = (text: string) => {
    setMissing(false)
    setDraft(text)
  }
  return (
    <form
      noValidate
      aria-label="Grade"
      className="card min-w-0 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        grade('accepted')
      }}
    >
      <TextAreaField
        label="Feedback"
        hint="Shown on the lesson’s page. The student gets an email that the work is graded"
        error={isMissing ? 'Say what is missing, so that the student can try again' : undefined}
        value={draft}
        maxLength={LIMITS.submission}
        onChange={changeDraft}
      />
      <p role="status" className="text-sm wrap-anywhere whitespace-pre-wrap not-empty:mt-5">
        {work.graded_date !== openedDate && `This work was returned meanwhile${work.feedback && `: ${work.feedback}`}`}
      </p>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button type="submit" aria-disabled={isPending}>
          Accept
        </Button>
        <Button variant="secondary" aria-disabled={isPending} onClick={() => grade('returned')}>
          Return
        </Button>
      </div>
      <p className="mt-3 text-xs text-muted">
        Accepting completes a lesson that requires accepted work. Returned work can be handed in again.
      </p>
    </form>
  )
}

type Verdict = 'accepted' | 'returned'

function useGrade({ submission_id, graded_date }: StudentWork, feedback: string, onGraded: () => void) {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation('gradeSubmission', {
    mutationFn: (status: Verdict) => call('gradeSubmission', { submission_id, status, feedback, graded_date }),
    onSuccess: ({ msg }) => {
      showToast({ variant: 'success', text: msg })
      onGraded()
    },
    // The student has sent newer work, for one: then this page gives way to the list.
    onError: ({ message }) => {
      showToast({ variant: 'error', text: message })
      void invalidateAfter(client, 'gradeSubmission')
    },
  })
}
