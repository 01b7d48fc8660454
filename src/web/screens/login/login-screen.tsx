import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { login } from '#contract/session.ts'
import { call } from '#web/api.ts'
import { bySchema } from '#web/forms.ts'
import { Head } from '#web/head.tsx'
import { paths } from '#web/paths.ts'
import { useRenewSession } from '#web/session.ts'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { OutcomeBanner } from '#web/ui/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { GoogleSignIn } from '../auth-card/google-sign-in.tsx'
import { textIn, useEntryState } from '../auth-card/use-entry-state.ts'
import { useLeaveAfter } from '../auth-card/use-leave-after.ts'
import { useGoogleFailure } from './use-google-failure.ts'

export function Component() {
  const renewSession = useRenewSession()
  // What the screen before has to say, such as that signing up went well.
  const notice = textIn(useEntryState(), 'notice')
  const googleFailure = useGoogleFailure()
  const form = useForm<CallInput<'login'>>({ resolver: bySchema(login.input) })
  const { errors } = form.formState
  const { mutate, isIdle, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (input: CallInput<'login'>) => call('login', input),
    onSuccess: () => renewSession(),
    onError: (failure) => console.error('The login failed:', failure.message),
  })
  const needsReset = error instanceof AppError && error.code === 'reset_needed'
  useLeaveAfter(isSuccess, data?.nextPage ?? paths.home)

  return (
    <AuthCard
      title="Welcome back"
      lead="Pick up where you left off."
      footer={
        <>
          New here? <TextLink to={paths.signup}>Sign up</TextLink>
        </>
      }
    >
      <Head title="Log in" description="Log in to Learn Lantern and go on with your courses." />
      <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
        <OutcomeBanner
          success={data?.msg ?? notice}
          error={isIdle ? googleFailure : error}
          wayOn={needsReset && <TextLink to={paths.forgotPassword}>Reset password</TextLink>}
        />
        <GoogleSignIn />
        <div className="space-y-5">
          <TextField
            label="E-mail"
            type="email"
            required
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email')}
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
          <SubmitButton isLoading={isPending || isSuccess} idle="Log in" />
        </div>
      </form>
    </AuthCard>
  )
}
