import { AppError, type ErrorCode } from '#contract/errors.ts'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { ConflictBanner, type ConflictActions } from './conflict-banner.tsx'
import { SessionEndedBanner } from './session-ended-banner.tsx'

interface SaveOutcomeProps {
  success: string | undefined
  error: Error | null
  conflict: ConflictActions
}

/** The result of a save: the server's message, or a banner with the next step. */
export function SaveOutcome({ success, error, conflict }: SaveOutcomeProps) {
  const isConflict = hasErrorCode(error, 'changed_meanwhile')
  const isSessionOver = hasErrorCode(error, 'not_signed_in')
  return (
    <>
      <div aria-live="polite" className="not-empty:mb-5">
        {isConflict && <ConflictBanner {...conflict} />}
        {isSessionOver && <SessionEndedBanner />}
      </div>
      <OutcomeBanner success={success} error={isConflict || isSessionOver ? null : error} />
    </>
  )
}

const hasErrorCode = (error: Error | null, code: ErrorCode) => error instanceof AppError && error.code === code
