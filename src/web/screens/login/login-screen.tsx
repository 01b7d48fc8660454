import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { login } from '#contract/schemas/session.ts'
import { call } from '#web/data/api.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { paths, withNext } from '#contract/paths.ts'
import { useInvalidateSession, useUser } from '#web/data/session.ts'
import { useIsInMaintenance } from '#web/data/site-state.ts'
import { PasswordField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { EmailField } from '#web/features/auth/email-field.tsx'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { getStateText, useHistoryState } from '#web/features/auth/use-history-state.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { useGoogleFailure } from './use-google-failure.ts'

export function Component() {
  const invalidateSession = useInvalidateSession()
  const next = useNextPath()
  // A message from the previous screen, such as a successful sign-up.
  const notice = getStateText(useHistoryState(), 'notice')
  const googleFailure = useGoogleFailure()
  const form = useForm<CallInput<'login'>>({ resolver: schemaResolver(login.input) })
  const { errors } = form.formState
  const { mutate, isIdle, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (input: CallInput<'login'>) => call('login', input),
    onSuccess: () => invalidateSession(),
    onError: (failure) => console.error('The login failed:', failure.message),
  })
  const needsReset = error instanceof AppError && error.code === 'reset_needed'
  useRedirectAfter(isSuccess, useDestination(data?.nextPage ?? paths.home))

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
          success={data?.msg ?? notice}
          error={isIdle ? googleFailure : error}
          action={needsReset && <TextLink to={paths.forgotPassword}>Reset password</TextLink>}
        />
        <GoogleSignIn />
        <div className="space-y-5">
          <EmailField error={errors.email?.message} registration={form.register('email')} />
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
          <SubmitButton isPending={isPending || isSuccess} label="Log in" />
        </div>
      </form>
    </AuthCard>
  )
}

/** Where to go after a login. In maintenance only the dashboard is open, and only to admins. */
function useDestination(nextPage: string): string {
  const next = useNextPath()
  const isInMaintenance = useIsInMaintenance()
  const user = useUser()
  return isInMaintenance && user?.role === 'admin' ? paths.dashboard : (next ?? nextPage)
}
