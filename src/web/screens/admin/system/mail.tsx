import type { SystemReport } from '#contract/schemas/operations/system.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { EventTime } from '#web/ui/event-time.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { Facts, SystemSection } from './system-section.tsx'

export function Mail({ mail }: Pick<SystemReport, 'mail'>) {
  const { delivery, waiting, oldest_date, last_failure } = mail
  const send = useCallMutation('sendTestMail', { mutationFn: () => call('sendTestMail', {}) })
  return (
    <SystemSection
      title="Email"
      action={
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={send.isPending}
          onClick={() => send.isPending || send.mutate()}
        >
          Send test email
        </Button>
      }
      outcome={{ success: send.data?.msg, error: send.error }}
    >
      <Facts
        facts={[
          ['Delivery', delivery === 'smtp' ? 'Mail server' : 'Files in DATA_DIR/outbox'],
          ['Waiting', formatCount(waiting)],
          ...(oldest_date ? [['Oldest', <EventTime key="oldest" at={oldest_date} />] as const] : []),
          [
            'Last failure',
            last_failure ? `${last_failure.text} (${last_failure.kind}, attempt ${last_failure.tries})` : 'None',
          ],
        ]}
      />
    </SystemSection>
  )
}
