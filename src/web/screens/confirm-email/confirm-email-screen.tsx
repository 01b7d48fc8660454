import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import { call } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { invalidateSession } from '#web/data/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useSecretParams } from '#web/features/auth/use-secret-params.ts'

export function Component() {
  const secretParams = useSecretParams('token', 'own', 'done')
  if (secretParams?.done === '1') return <EmailConfirmed />
  const isIncomplete = secretParams !== undefined && secretParams.token === undefined
  // A proof of the email that the account has, not a new one.
  const isOwn = secretParams?.own === '1'
  return (
    <AuthCard
      title={isOwn ? 'Confirm your email' : 'Confirm your new email'}
      lead={
        isIncomplete
          ? 'This link is incomplete. Open it from the email again, or request a new one in your profile.'
          : isOwn
            ? 'Then you can comment, review, chat and buy courses.'
            : "You'll use this email to log in. You'll be logged out on all devices."
      }
      footer={
        <>
          Changed your mind? <TextLink to={paths.home}>Go home</TextLink>
        </>
      }
    >
      <Head title="Confirm email" noIndex />
      {isIncomplete ? (
        <ButtonLink to={paths.profile} size="lg" className="w-full">
          Go to your profile
        </ButtonLink>
      ) : (
        <ConfirmForm token={secretParams?.token ?? ''} isOwn={isOwn} />
      )}
    </AuthCard>
  )
}

/** After the form for the email that the account has, when it was sent without script. */
function EmailConfirmed() {
  return (
    <AuthCard
      title="Email confirmed"
      lead="Your email is confirmed."
      footer={<TextLink to={paths.home}>Go home</TextLink>}
    >
      <Head title="Confirm email" noIndex />
      <ButtonLink to={paths.allCourses} size="lg" className="w-full">
        Go to the courses
      </ButtonLink>
    </AuthCard>
  )
}

/** Waits for the button because email scanners open every link. */
function ConfirmForm({ token, isOwn }: { token: string; isOwn: boolean }) {
  const client = useQueryClient()
  const posted = useFormPost()
  const { mutate, isIdle, isPending, isSuccess, data, error } = useMutation({
    mutationFn: () => call('confirmEmail', { token }),
    // All sessions may have ended. If the refetch fails, the next page repeats it.
    onSuccess: () => invalidateSession(client).catch(() => null),
  })
  const shownError = isIdle ? posted.error : error
  const isLinkInvalid = shownError instanceof AppError && shownError.code === 'wrong_link'
  const confirm = (event: React.FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form method="post" onSubmit={confirm}>
      <OutcomeBanner
        success={data?.msg}
        error={shownError}
        action={isLinkInvalid && <TextLink to={paths.profile}>Request a new link in your profile</TextLink>}
      />
      {isSuccess ? (
        <div ref={focusLink}>
          <ButtonLink to={isOwn ? paths.allCourses : paths.login} size="lg" className="w-full">
            {isOwn ? 'Go to the courses' : 'Log in'}
          </ButtonLink>
        </div>
      ) : (
        <SubmitButton isPending={isPending} label="Confirm email" worksWithoutScript />
      )}
    </form>
  )
}

/** The focused button has been replaced by this link. */
function focusLink(container: HTMLElement | null): void {
  container?.querySelector('a')?.focus()
}
