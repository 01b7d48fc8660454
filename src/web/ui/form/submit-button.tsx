import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

interface SubmitButtonProps {
  isLoading: boolean
  idle?: string
  loading?: string
  look?: ComponentProps<typeof Button>['look']
}

/** A form's button with its two states, idle and loading. */
export function SubmitButton({ isLoading, idle = 'Click Here', loading = 'Loading', look }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      {...(look && { look })}
      aria-disabled={isLoading}
      onClick={(event) => isLoading && event.preventDefault()}
      className="w-full"
    >
      {isLoading && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      <span aria-live="polite">{isLoading ? loading : idle}</span>
    </Button>
  )
}
