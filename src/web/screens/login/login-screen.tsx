import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import type { CallInput } from '#contract/contract.ts'
import { login } from '#contract/session.ts'
import { call } from '#web/api.ts'
import { bySchema } from '#web/forms.ts'
import { Head } from '#web/head.tsx'
import { paths } from '#web/paths.ts'
import { useRenewSession } from '#web/session.ts'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { OutcomeBanner } from '../auth-card/outcome.tsx'
import { useLeaveAfter } from '../auth-card/use-leave-after.ts'

export function Component() {
  const renewSession = useRenewSession()
  const notice = noticeOf(useLocation().state)
  const form = useForm<CallInput<'login'>>({ resolver: bySchema(login.input) })
  const { errors } = form.formState
  const { mutate, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (input: CallInput<'login'>) => call('login', input),
    onSuccess: () => renewSession(),
    onError: (failure) => console.error('The login failed:', failure.message),
  })
  useLeaveAfter(isSuccess, data?.nextPage ?? paths.home)

  return (
    <AuthCard
      title="Welcome back"
      lead="Pick up where you left off."
      footer={
        <>
          New here?{' '}
          <Link to={paths.signup} className="font-semibold text-accent-text underline-offset-4 hover:underline">
            Sign up
          </Link>
        </>
      }
    >
      <Head title="Log in" description="Log in to Learn Lantern and go on with your courses." />
      <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
        <OutcomeBanner success={data?.msg ?? notice} error={error} />
        <div className="space-y-5">
          <TextField label="E-mail" type="email" required autoComplete="username" error={errors.email?.message} {...form.register('email')} />
          <PasswordField label="Password" required autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
          <SubmitButton isLoading={isPending || isSuccess} idle="Log in" />
        </div>
      </form>
    </AuthCard>
  )
}

/** What the screen before has to say, such as that signing up went well. */
function noticeOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return undefined
  return typeof state.notice === 'string' ? state.notice : undefined
}
