import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

interface SubmitButtonProps {
  isPending: boolean
  label?: string
  pendingLabel?: string
  variant?: ComponentProps<typeof Button>['variant']
}

export function SubmitButton({
  isPending,
  label = 'Click Here',
  pendingLabel = 'Loading',
  variant,
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      {...(variant && { variant })}
      aria-disabled={isPending}
      onClick={(event) => isPending && event.preventDefault()}
      className="w-full"
    >
      {isPending && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      <span aria-live="polite">{isPending ? pendingLabel : label}</span>
    </Button>
  )
}
