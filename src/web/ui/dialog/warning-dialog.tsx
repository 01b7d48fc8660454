import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { Dialog } from './dialog.tsx'

interface WarningDialogProps {
  text?: string
  onConfirm: () => void
  onCancel: () => void
  /** False until the fields in `children` are filled in. */
  canConfirm?: boolean
  isPending?: boolean
  error?: Error | null
  /** A link shown with the error. */
  action?: ReactNode
  /** Fields to fill in before confirming. */
  children?: ReactNode
}

/** Asks for confirmation before something is deleted permanently. */
export function WarningDialog({
  text = 'This data will be permanently deleted and cannot be undone.',
  onConfirm,
  onCancel,
  canConfirm = true,
  isPending = false,
  error,
  action,
  children,
}: WarningDialogProps) {
  return (
    <Dialog title="WARNING!" isDangerous isPending={isPending} onClose={onCancel}>
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (canConfirm && !isPending) onConfirm()
        }}
      >
        <p className="mt-3 text-muted">{text}</p>
        {children && <div className="mt-6 space-y-5">{children}</div>}
        <div aria-live="polite" className="not-empty:mt-5">
          {error && <Banner variant="error" text={error.message} action={action} />}
        </div>
        <div className="mt-7 grid grid-cols-2 gap-3">
          <Button type="submit" variant="danger" disabled={!canConfirm} aria-disabled={isPending}>
            {isPending && (
              <span
                aria-hidden="true"
                className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
              />
            )}
            YES !
          </Button>
          {/* Has the first focus, so that Enter by mistake deletes nothing. */}
          <CancelButton isPending={isPending} onCancel={onCancel} data-first-focus={children ? undefined : true} />
        </div>
      </form>
    </Dialog>
  )
}
