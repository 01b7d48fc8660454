import { useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#contract/contract.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Section } from './section.tsx'

export function EmailNotificationsSection({ chatMails }: { chatMails: boolean }) {
  const { mutate, error, reset } = useSetChatEmails()
  return (
    <Section title="Email notifications" lead="Choose which emails you get. Security emails are always sent.">
      <div aria-live="polite" className="not-empty:mb-4">
        {error && <Banner variant="error" text={error.message} onDismiss={reset} />}
      </div>
      <Switch
        label="Unread messages"
        hint="Sent when a message is unread for 15 minutes, at most once an hour."
        checked={chatMails}
        onChange={(isEnabled) => mutate(isEnabled)}
      />
    </Section>
  )
}

/** Optimistic: switches at once and back if the server refuses. */
function useSetChatEmails() {
  const client = useQueryClient()
  const { queryKey } = query('getAccount', {})
  const setCachedChatEmails = (chatMails: boolean) =>
    client.setQueryData<CallResponse<'getAccount'>>(queryKey, (data) => data && { msg: { ...data.msg, chatMails } })
  return useCallMutation('setChatMails', {
    isOptimistic: true,
    mutationFn: (chatMails: boolean) => call('setChatMails', { chatMails }),
    onMutate: async (chatMails) => {
      await client.cancelQueries({ queryKey })
      setCachedChatEmails(chatMails)
    },
    onError: (_, chatMails) => setCachedChatEmails(!chatMails),
  })
}
