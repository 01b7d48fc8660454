import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { focusOnMount } from './focus-on-mount.ts'
import type { useImport } from '../use-import.ts'

interface ImportProgressProps {
  importJob: ReturnType<typeof useImport>
  invite: boolean
}

export function ImportProgress({ importJob, invite }: ImportProgressProps) {
  const { step, total, processed, added, error, isStopping, nextBatchSize } = importJob
  const isRunning = step === 'running'
  return (
    <section aria-labelledby="importing" className="card mx-auto max-w-3xl space-y-6 p-5 sm:p-8">
      {/* The key remounts the heading when the import pauses, because the pressed button is gone and the focus with it. */}
      <h2 key={String(isRunning)} id="importing" ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        {isRunning ? `Importing ${formatCount(total, 'user')}` : 'Import paused'}
      </h2>
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <Banner
            variant="error"
            text={`Couldn’t import the next ${formatCount(nextBatchSize, 'row')}: ${error.message}.`}
            action={isSessionOver(error) && <LogIn />}
          />
        )}
      </div>
      <UploadProgress
        percent={Math.floor((processed / total) * 100)}
        label={`${formatCount(added)} of ${formatCount(total, 'user')} imported`}
      />
      <div className="flex flex-wrap gap-2.5">
        {isRunning && (
          <Button variant="secondary" aria-disabled={isStopping} onClick={() => !isStopping && importJob.stop()}>
            {isStopping ? 'Stopping after this batch…' : 'Stop'}
          </Button>
        )}
        {!isRunning && <Button onClick={() => importJob.resume(invite)}>{error ? 'Try again' : 'Resume'}</Button>}
        {error && processed + nextBatchSize < total && (
          <Button variant="secondary" onClick={() => importJob.skipBatch(invite)}>
            Skip this batch
          </Button>
        )}
        {!isRunning && (
          <Button variant="secondary" onClick={importJob.finish}>
            End import
          </Button>
        )}
      </div>
      {!isRunning && (
        <p className="text-sm text-muted">Existing accounts are skipped. Imported users are kept if you stop.</p>
      )}
    </section>
  )
}

const isSessionOver = (error: Error) => error instanceof AppError && error.code === 'not_signed_in'

function LogIn() {
  return (
    <TextLink to={paths.login} target="_blank" rel="noopener">
      Log in in a new tab
    </TextLink>
  )
}
