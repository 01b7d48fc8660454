import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { login } from '#contract/schemas/accounts/session.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { loginStepPath } from '#contract/paths/account-paths.ts'
import { paths, withNext } from '#contract/paths.ts'
import { PasswordField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { EmailField } from '#web/features/auth/email-field.tsx'
import { getSecondSteps } from '#web/features/auth/get-second-steps.ts'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { PasskeySignIn } from '#web/features/auth/passkey-sign-in.tsx'
import { useDestination } from '#web/features/auth/use-destination.ts'
import { useLogin } from '#web/features/auth/use-login.ts'
import { getStateText, useHistoryState } from '#web/features/auth/use-history-state.ts'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { useLoginQuery } from './use-login-query.ts'

export function Component() {
  const next = useNextPath()
  // A message from the previous screen, such as a successful sign-up.
  const notice = getStateText(useHistoryState(), 'notice')
  const { notice: plainNotice, failure: googleFailure } = useLoginQuery()
  const posted = useFormPost()
  const form = useForm<CallInput<'login'>>({ resolver: schemaResolver(login.input) })
  const { errors } = form.formState
  const { mutate, isIdle, isPending, isProving, isSuccess, data, error } = useLogin()
  const steps = getSecondSteps(error)
  const destination = useDestination(data?.nextPage ?? paths.home)
  // Back then leads to the page before the login: the guard would send a signed-in user on again.
  useRedirectAfter(isSuccess || steps !== null, steps ? loginStepPath(steps, next) : destination, { replace: true })

  return (
    <AuthCard
      title="Welcome back"
      lead="Pick up where you left off."
      footer={
        <>
          New here? <TextLink to={withNext(paths.signup, next)}>Sign up</TextLink>
        </>
      }
    >
      <Head title="Log in" description="Log in to Learn Lantern and continue your courses." />
      <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
        <OutcomeBanner
          success={data?.msg ?? (isIdle ? (notice ?? plainNotice) : undefined)}
          error={isIdle ? (posted.error ?? googleFailure) : steps ? null : error}
        />
        <GoogleSignIn />
        <div className="space-y-5">
          <EmailField
            error={errors.email?.message}
            registration={form.register('email')}
            defaultValue={posted.values.email}
          />
          <div>
            <PasswordField
              label="Password"
              required
              autoComplete="current-password"
              error={errors.password?.message}
              {...form.register('password')}
            />
            <p className="mt-2 text-right text-sm">
              <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
            </p>
          </div>
          <SubmitButton isPending={isPending || isSuccess || steps !== null} label="Log in" worksWithoutScript />
          <p role="status" className="text-sm text-muted empty:hidden">
            {isProving &&
              'Many logins to this account failed recently. Your browser is doing a short security check. This takes a few seconds.'}
          </p>
        </div>
      </form>
      <PasskeySignIn />
    </AuthCard>
  )
}
