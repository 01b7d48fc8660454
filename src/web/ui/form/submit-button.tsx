import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

interface SubmitButtonProps {
  isPending: boolean
  label?: string
  pendingLabel?: string
  /** The server takes the form as the browser sends it by itself; other buttons wait for the script. */
  worksWithoutScript?: boolean
  variant?: ComponentProps<typeof Button>['variant']
}

export function SubmitButton({
  isPending,
  label = 'Click Here',
  pendingLabel = 'Loading',
  worksWithoutScript = false,
  variant,
}: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <Button
      type="submit"
      size="lg"
      {...(variant && { variant })}
      disabled={!worksWithoutScript && !isHydrated}
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
