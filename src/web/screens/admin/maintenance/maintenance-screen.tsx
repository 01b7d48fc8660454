import { type Ref, useRef, useState } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { useCountdown } from './use-countdown.ts'
import { useMaintenance } from './use-maintenance.ts'

const COUNTDOWN_S = 5

export function Component() {
  const { isRunning, change } = useMaintenance()
  // Fixed at the click: another admin may switch during the countdown.
  const [targetStatus, setTargetStatus] = useState(false)
  const powerButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const countdown = useCountdown(COUNTDOWN_S, () => {
    if (document.activeElement === cancelButton.current) powerButton.current?.focus()
    change.mutate(targetStatus)
  })
  const isBusy = countdown.secondsLeft !== null || change.isPending
  return (
    <>
      <PanelHeader title="Maintenance" description="Take the site offline for students and visitors." />
      <section className="card mx-auto mt-4 max-w-2xl px-6 py-10 text-center sm:py-14">
        {/* Not once another admin has switched back. */}
        <OutcomeBanner success={change.variables === isRunning ? change.data?.msg : undefined} error={change.error} />
        <PowerButton
          ref={powerButton}
          isOn={isRunning}
          isBusy={isBusy}
          onClick={() => {
            if (isBusy) return
            change.reset()
            setTargetStatus(!isRunning)
            countdown.start()
          }}
        />
        <h2 className="mt-6 text-3xl">{isRunning ? 'Active' : 'Inactive'}</h2>
        <p className="mx-auto mt-2 max-w-md text-muted">
          {isRunning
            ? 'The site is online. During maintenance, students and visitors see a notice. No data is lost.'
            : 'The site is offline. Students and visitors see a maintenance notice. Admins can still use the dashboard.'}
        </p>
        {/* A live region must exist before its text does. The ticking number is hidden from it. */}
        <div role="status" className="mt-8 empty:hidden">
          {countdown.secondsLeft !== null && (
            <CountdownNotice
              cancelButton={cancelButton}
              secondsLeft={countdown.secondsLeft}
              targetStatus={targetStatus}
              onCancel={() => {
                powerButton.current?.focus()
                countdown.cancel()
              }}
            />
          )}
          {change.isPending && <p className="text-muted">{targetStatus ? 'Starting…' : 'Shutting down…'}</p>}
        </div>
      </section>
    </>
  )
}

interface PowerButtonProps {
  ref: Ref<HTMLButtonElement>
  isOn: boolean
  isBusy: boolean
  onClick: () => void
}

function PowerButton({ ref, isOn, isBusy, onClick }: PowerButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={isOn ? 'Shut down the system' : 'Start the system'}
      aria-disabled={isBusy}
      onClick={onClick}
      className={`inline-grid size-36 place-content-center justify-items-center gap-1 rounded-full border-2 transition duration-240 ease-out aria-disabled:opacity-70 ${isOn ? 'border-success text-success hover:bg-[var(--success-wash)]' : 'border-danger text-danger hover:bg-[var(--danger-wash)]'} ${isBusy ? '' : 'active:scale-97'}`}
    >
      <AnyIcon name="power" size={44} />
      <span className="text-sm font-semibold">{isOn ? 'Shut down' : 'Start'}</span>
    </button>
  )
}

interface CountdownNoticeProps {
  cancelButton: Ref<HTMLButtonElement>
  secondsLeft: number
  targetStatus: boolean
  onCancel: () => void
}

function CountdownNotice({ cancelButton, secondsLeft, targetStatus, onCancel }: CountdownNoticeProps) {
  const message = targetStatus ? 'System will run after' : 'System will shut down after'
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-control border border-accent bg-[var(--accent-wash)] px-5 py-3">
      <p className="font-medium">
        {message}{' '}
        <span
          aria-hidden="true"
          className="inline-block min-w-[2ch] font-display text-2xl font-semibold text-accent-text tabular-nums"
        >
          {secondsLeft}
        </span>
        <span className="sr-only">{COUNTDOWN_S} seconds</span>
      </p>
      <Button ref={cancelButton} variant="secondary" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
