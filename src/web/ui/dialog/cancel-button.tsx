import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

interface CancelButtonProps extends ComponentProps<typeof Button> {
  isPending: boolean
  onCancel: () => void
}

/** Leaves a dialog, but not while its request runs: the outcome would not be seen. */
export function CancelButton({ isPending, onCancel, children = 'Cancel', ...rest }: CancelButtonProps) {
  return (
    <Button variant="secondary" aria-disabled={isPending} onClick={() => !isPending && onCancel()} {...rest}>
      {children}
    </Button>
  )
}
