import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { FactorRow } from './factor-row.tsx'

/** @param onDone takes the focus, because the button disappears */
export function TrustedBrowsersRow({ count, onDone }: { count: number; onDone: () => void }) {
  const forget = useCallMutation('forgetTrustedBrowsers', {
    mutationFn: () => call('forgetTrustedBrowsers', {}),
    onSuccess: onDone,
  })
  return (
    <FactorRow
      icon="monitor"
      title="Trusted browsers"
      text={
        <span aria-live="polite" className={forget.error ? 'text-danger' : undefined}>
          {forget.error ? forget.error.message : describeCount(count)}
        </span>
      }
    >
      {count > 0 && (
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={forget.isPending}
          onClick={() => forget.isPending || forget.mutate()}
        >
          Forget<span className="sr-only"> trusted browsers</span>
        </Button>
      )}
    </FactorRow>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'Every browser asks for the second step.'
  return `${count === 1 ? '1 browser logs' : `${count} browsers log`} in without the second step, for 30 days each.`
}
