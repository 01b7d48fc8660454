import { Link } from 'react-router'
import { learningPathPath } from '#contract/learning-path-path.ts'
import { coursePath, paths, withNext } from '#contract/paths.ts'
import { certificatePath } from '#contract/record-paths.ts'
import type { PaymentSettings } from '#contract/schemas/payments.ts'
import type { PathPage } from '#contract/schemas/paths.ts'
import { useUser } from '#web/data/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { BundleOffer } from './bundle-offer.tsx'
import { useJoinPath } from './use-join-path.ts'

export function PathBox({ page, payment }: { page: PathPage; payment: PaymentSettings }) {
  const user = useUser()
  return (
    <div className="card rounded-panel p-6">
      {page.joined ? (
        <JoinedPath page={page} />
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
          {user?.role === 'student' && <StartButton page={page} />}
        </>
      )}
      <BundleOffer page={page} payment={payment} />
    </div>
  )
}

function StartButton({ page }: { page: PathPage }) {
  const join = useJoinPath(page.path.path_id)
  return (
    <>
      <JoinError join={join} />
      <Button
        size="lg"
        aria-disabled={join.isPending}
        onClick={() => !join.isPending && join.mutate(true)}
        className="w-full"
      >
        {join.isPending ? 'Starting…' : 'Start path'}
      </Button>
    </>
  )
}

function JoinedPath({ page }: { page: PathPage }) {
  const { path, progress, courses, certificate_id, can_finish } = page
  const join = useJoinPath(path.path_id)
  const next = courses.find((course) => !course.finished)
  const isFinished = progress === 100
  return (
    <>
      <h2 className="text-xl">{isFinished ? 'Path completed' : 'Your progress'}</h2>
      <p className="mt-3 mb-1.5 text-sm text-muted tabular-nums">{progress}% complete</p>
      <ProgressBar percent={progress} label={`Progress in ${path.title}`} />
      <div className="mt-5 space-y-3">
        <JoinError join={join} />
        {certificate_id !== null && (
          <ButtonLink to={certificatePath(certificate_id)} size="lg" className="w-full">
            View certificate
          </ButtonLink>
        )}
        {can_finish && (
          <Button
            size="lg"
            aria-disabled={join.isPending}
            onClick={() => !join.isPending && join.mutate(true)}
            className="w-full"
          >
            Finish path
          </Button>
        )}
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

function JoinError({ join: { error, reset } }: { join: ReturnType<typeof useJoinPath> }) {
  if (!error) return null
  return (
    <div className="mb-4">
      <Banner variant="error" text={error.message} onDismiss={reset} />
    </div>
  )
}
