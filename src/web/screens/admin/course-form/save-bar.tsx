import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import type { ConflictActions } from '#web/features/versioned-form/conflict-banner.tsx'
import { SaveOutcome } from '#web/features/versioned-form/save-outcome.tsx'
import type { FormProblem } from './get-form-problems.ts'

interface SaveBarProps {
  idle: string
  isPending: boolean
  success: string | undefined
  error: Error | null
  isDirty: boolean
  /** A save was requested while files are still uploading. */
  isWaitingForUploads: boolean
  problems: FormProblem[]
  onFocusProblem: (problem: FormProblem) => void
  conflict: ConflictActions
}

/** The save button and the save's result, always in view below the form. */
export function SaveBar({
  idle,
  isPending,
  success,
  error,
  isDirty,
  isWaitingForUploads,
  problems,
  onFocusProblem,
  conflict,
}: SaveBarProps) {
  const [first] = problems
  return (
    <div className="z-10 -mx-4 mt-6 -mb-8 border-t border-border bg-bg px-4 py-4 md:sticky md:bottom-0 md:-mx-8 md:px-8">
      <SaveOutcome success={first ? undefined : success} error={error} conflict={conflict} />
      <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-3">
        <div aria-live="polite" className="min-w-0 flex-1 text-sm">
          {isWaitingForUploads && (
            <p className="text-muted">A file is still uploading. Wait for it to finish, or cancel it.</p>
          )}
          {!first && !isWaitingForUploads && isDirty && (
            <p className="flex items-center gap-2.5 text-muted">
              <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
              Unsaved changes
            </p>
          )}
          {first && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-danger">
              <Icon name="alert" size={18} />
              {problems.length === 1 ? 'One field needs attention.' : `${problems.length} fields need attention.`}
              <Button
                variant="quiet"
                size="sm"
                className="-my-1 h-auto min-h-8 whitespace-normal"
                onClick={() => onFocusProblem(first)}
              >
                {first.text}
                <Icon name="arrow-right" size={16} />
              </Button>
            </p>
          )}
        </div>
        <div className="w-full sm:w-52">
          <SubmitButton isPending={isPending} label={idle} />
        </div>
      </div>
    </div>
  )
}
