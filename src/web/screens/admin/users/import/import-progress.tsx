import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { countOf } from './count-of.ts'
import { takeFocus } from './take-focus.ts'
import type { useImport } from './use-import.ts'

interface ImportProgressProps {
  work: ReturnType<typeof useImport>
  invite: boolean
}

/** How far the import is, and what can be done about it: stop, go on, or end it where it is. */
export function ImportProgress({ work, invite }: ImportProgressProps) {
  const { step, total, handled, added, error, isStopping, nextCount } = work
  const isRunning = step === 'running'
  return (
    <section aria-labelledby="importing" className="card mx-auto max-w-3xl space-y-6 p-5 sm:p-8">
      {/* Another one when it pauses: the button that was pressed has gone. */}
      <h2 key={String(isRunning)} id="importing" ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
        {isRunning ? `Importing ${countOf(total, 'user')}` : 'The import has paused'}
      </h2>
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <Banner
            look="error"
            text={`The next ${countOf(nextCount, 'line')} did not come through: ${error.message}.`}
            wayOn={isSessionOver(error) && <LogIn />}
          />
        )}
      </div>
      <UploadProgress
        percent={Math.floor((handled / total) * 100)}
        label={`${countOf(added)} of ${countOf(total, 'user')} imported`}
      />
      <div className="flex flex-wrap gap-2.5">
        {isRunning && (
          <Button look="secondary" aria-disabled={isStopping} onClick={() => !isStopping && work.stop()}>
            {isStopping ? 'Stopping after these …' : 'Stop'}
          </Button>
        )}
        {!isRunning && <Button onClick={() => work.goOn(invite)}>{error ? 'Try again' : 'Go on'}</Button>}
        {error && handled + nextCount < total && (
          <Button look="secondary" onClick={() => work.skipBatch(invite)}>
            Skip these and go on
          </Button>
        )}
        {!isRunning && (
          <Button look="secondary" onClick={work.finish}>
            End the import here
          </Button>
        )}
      </div>
      {!isRunning && <p className="text-sm text-muted">Who is imported stays imported, and nobody comes in twice.</p>}
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
