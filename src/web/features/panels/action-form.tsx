import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface ActionFormProps {
  title: string
  text: string
  label: string
  isDangerous?: boolean
  isPending: boolean
  error: Error | null
  onSubmit: () => void
  onClose: () => void
  /** The fields, if there are any. */
  children?: ReactNode
}

/** A dialog that asks for what the action needs, and confirms it. */
export function ActionForm({
  title,
  text,
  label,
  isDangerous = false,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: ActionFormProps) {
  return (
    <Dialog title={title} isPending={isPending} onClose={onClose}>
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onSubmit()
        }}
      >
        <p className="mt-3 text-muted">{text}</p>
        {children && <div className="mt-5 space-y-5">{children}</div>}
        <div aria-live="polite" className="not-empty:mt-5">
          {error && <Banner variant="error" text={error.message} />}
        </div>
        <div className="mt-7 grid gap-3 sm:grid-cols-2">
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} aria-disabled={isPending}>
            {isPending ? 'Saving…' : label}
          </Button>
          <CancelButton isPending={isPending} onCancel={onClose} data-first-focus={children ? undefined : true}>
            Close
          </CancelButton>
        </div>
      </form>
    </Dialog>
  )
}
