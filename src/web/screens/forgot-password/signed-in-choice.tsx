import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { call } from '#web/data/api.ts'
import { clearDrafts } from '#web/data/drafts.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { Head } from '#web/ui/head.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** In place of the form that an email's link leads to: only the email's reader knows which account it is for. */
export function SignedInChoice({ user }: { user: User }) {
  const { mutate, isPending, error } = useLogOutHere(user)
  const form = useFocusOnUnmount<HTMLFormElement>()
  const logOut = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <AuthCard
      title="You’re already logged in"
      lead={`You’re logged in as ${user.email}. If the link was sent to another email, log out to use it for that account.`}
      footer={
        <>
          Changed your mind? <TextLink to={paths.home}>Go home</TextLink>
        </>
      }
    >
      <Head title="Forgot password" noIndex />
      <div className="space-y-4">
        <ButtonLink
          to={`${user.role === 'admin' ? paths.adminAccount : paths.profile}#password`}
          size="lg"
          className="w-full"
        >
          Change my password
        </ButtonLink>
        {/* Without script the server logs out, and the email's link works from then on. */}
        <form ref={form} method="post" action={paths.logout} onSubmit={logOut}>
          <OutcomeBanner success={undefined} error={error} />
          <SubmitButton isPending={isPending} label="Log out and continue" variant="secondary" worksWithoutScript />
        </form>
      </div>
    </AuthCard>
  )
}

/** Ends the session and stays: the page then shows the form of the email's link. */
function useLogOutHere({ student_id }: User) {
  const invalidateSession = useInvalidateSession()
  const { pathname, search } = useLocation()
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: async () => {
      clearDrafts(student_id)
      await invalidateSession(pathname + search)
    },
  })
}
