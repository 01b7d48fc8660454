import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'
import { useUser } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

/** For a user who has to prove the email before writing. */
export function EmailProofBanner() {
  const user = useUser()
  // After a mistyped email was corrected, the link went to the new one.
  const account = useQuery(query('getAccount', {})).data?.msg
  const email = account?.pendingEmail || user?.email
  const hasLink = account?.hasEmailLink ?? true
  const send = useCallMutation('sendEmailConfirmation', { mutationFn: () => call('sendEmailConfirmation', {}) })
  return (
    <aside aria-label="Email confirmation" className="border-b border-accent/50 bg-[var(--accent-wash)]">
      <div className="container-site flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
        <Icon name="alert" size={18} className="text-accent-text" />
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          Confirm your email ({email}) {hasLink ? 'with the link in your mailbox' : 'with a link that we send you'} to
          comment, review, chat and buy.
        </p>
        <p aria-live="polite" className="text-muted empty:hidden">
          {send.error?.message ?? send.data?.msg}
        </p>
        <button
          type="button"
          aria-disabled={send.isPending}
          onClick={() => !send.isPending && send.mutate()}
          className="min-h-6 rounded-control font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          {send.isPending ? 'Loading' : hasLink ? 'Send again' : 'Send link'}
        </button>
      </div>
    </aside>
  )
}
