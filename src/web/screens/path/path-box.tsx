import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { coursePath, paths, withNext } from '#contract/paths.ts'
import { certificatePath, editPathPath } from '#contract/paths/record-paths.ts'
import type { PaymentSettings } from '#contract/schemas/commerce/payments.ts'
import type { PathPage } from '#contract/schemas/learning/paths.ts'
import { useUser } from '#web/data/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { BundleOffer } from './bundle-offer.tsx'
import { useJoinPath } from './use-join-path.ts'

export function PathBox({ page, payment }: { page: PathPage; payment: PaymentSettings }) {
  const user = useUser()
  const [statusText, setStatusText] = useState('')
  return (
    <section
      tabIndex={-1}
      aria-label={page.joined ? 'Your progress' : 'Start'}
      className="card rounded-panel p-6 outline-none"
    >
      <p role="status" className="sr-only">
        {statusText}
      </p>
      {page.joined ? (
        <JoinedPath page={page} onDone={setStatusText} />
      ) : user?.role === 'admin' ? (
        <ButtonLink to={editPathPath(page.path)} size="lg" className="w-full">
          Edit path
        </ButtonLink>
      ) : (
        <>
          <h2 className="text-xl">Start this path</h2>
          <p className="mt-1.5 mb-5 text-sm text-muted">
            Follow your progress across all courses, and get a certificate at the end.
          </p>
          {user === null && (
            <ButtonLink to={withNext(paths.login, learningPathPath(page.path))} size="lg" className="w-full">
              Log in to start
            </ButtonLink>
          )}
          {user !== null && <StartButton page={page} onDone={setStatusText} />}
        </>
      )}
      <BundleOffer page={page} payment={payment} />
    </section>
  )
}

interface JoinProps {
  page: PathPage
  onDone: (text: string) => void
}

function StartButton({ page, onDone }: JoinProps) {
  const join = useJoinPath(page.path.path_id, onDone)
  const control = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={control}>
      <JoinError join={join} />
      <Button
        size="lg"
        aria-disabled={join.isPending}
        onClick={() => !join.isPending && join.mutate(true)}
        className="w-full"
      >
        {join.isPending ? 'Starting…' : 'Start path'}
      </Button>
    </div>
  )
}

function JoinedPath({ page, onDone }: JoinProps) {
  const { path, progress, courses, certificate_id, can_finish } = page
  const join = useJoinPath(path.path_id, onDone)
  const controls = useFocusOnUnmount<HTMLDivElement>()
  const next = courses.find((course) => !course.finished)
  const isFinished = progress === 100
  return (
    <>
      <h2 className="text-xl">{isFinished ? 'Path completed' : 'Your progress'}</h2>
      <p className="mt-3 mb-1.5 text-sm text-muted tabular-nums">{progress}% complete</p>
      <ProgressBar percent={progress} label={`Progress in ${path.title}`} />
      <div ref={controls} className="mt-5 space-y-3">
        <JoinError join={join} />
        {certificate_id !== null && (
          <ButtonLink to={certificatePath(certificate_id)} size="lg" className="w-full">
            View certificate
          </ButtonLink>
        )}
        {can_finish && <FinishButton join={join} />}
        {next && (
          <ButtonLink to={coursePath(next)} size="lg" variant={isFinished ? 'secondary' : 'primary'} className="w-full">
            {next.progress > 0 ? 'Continue' : 'Start'} next course
          </ButtonLink>
        )}
        {next && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {isFinished ? `New in this path: ${next.title}` : next.title}
          </p>
        )}
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-3 text-sm">
          <Link to={paths.myCourses} className="inline-flex min-h-9 items-center text-muted hover:text-text">
            My Courses
          </Link>
          <button
            type="button"
            aria-disabled={join.isPending}
            onClick={() => !join.isPending && join.mutate(false)}
            className="min-h-9 text-muted hover:text-text"
          >
            Leave path
          </button>
        </p>
      </div>
    </>
  )
}

function FinishButton({ join: { isPending, mutate } }: { join: ReturnType<typeof useJoinPath> }) {
  const control = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={control}>
      <Button size="lg" aria-disabled={isPending} onClick={() => !isPending && mutate(true)} className="w-full">
        Finish path
      </Button>
    </div>
  )
}

function JoinError({ join: { error, reset } }: { join: ReturnType<typeof useJoinPath> }) {
  if (!error) return null
  return (
    <div className="mb-4">
      <Banner variant="error" text={error.message} onDismiss={reset} />
    </div>
  )
}
