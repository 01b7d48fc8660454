import { type ReactNode, useState } from 'react'
import { AppError } from '#contract/errors.ts'
import { RecentLoginNotice } from '#web/features/auth/recent-login-notice.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { PasswordField } from '#web/ui/form/field.tsx'

/** What a call needs that asks for a recent login. */
export interface RecentAuth {
  password?: string
}

interface PasswordDialogProps {
  title: string
  text: ReactNode
  confirmLabel: string
  isDangerous?: boolean
  /** Fields before the password's. */
  children?: ReactNode
  /** Without one, the server asks for a login within the last ten minutes. */
  hasPassword: boolean
  isPending: boolean
  error: Error | null
  onConfirm: (auth: RecentAuth) => void
  onClose: () => void
}

/** Asks for the password before something that whoever finds the browser open must not do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, confirmLabel, isDangerous = false, hasPassword, isPending, error, onConfirm, onClose } = props
  const [password, setPassword] = useState('')
  const isWrongPassword = error instanceof AppError && error.code === 'wrong_password'
  const canConfirm = !isPending && (!hasPassword || password !== '')
  return (
    <Dialog title={title} isPending={isPending} onClose={onClose}>
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (canConfirm) onConfirm(hasPassword ? { password } : {})
        }}
      >
        <div className="mt-3 text-muted">{text}</div>
        {props.children && <div className="mt-6">{props.children}</div>}
        {hasPassword && (
          <div className="mt-6">
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              required
              data-first-focus
              error={isWrongPassword ? error.message : undefined}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </div>
        )}
        <div aria-live="polite" className="not-empty:mt-5">
          {error && !isWrongPassword && (
            <Banner variant="error" text={error.message} action={<RecentLoginNotice error={error} />} />
          )}
        </div>
        <div className="mt-7 grid grid-cols-2 gap-3">
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            aria-disabled={isPending}
            disabled={hasPassword && password === ''}
          >
            {isPending ? 'Loading' : confirmLabel}
          </Button>
          <CancelButton isPending={isPending} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  )
}
