import { useForm } from 'react-hook-form'
import { changePassword } from '#contract/schemas/accounts/account.ts'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { useUser } from '#web/data/session.ts'
import { PasswordField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { NewPasswordField } from '#web/features/auth/new-password-field.tsx'
import { RecentLoginNotice } from '#web/features/auth/recent-login-notice.tsx'
import { Section } from './section.tsx'

interface PasswordSectionProps {
  hasPassword: boolean
  hasGoogle: boolean
}

export function PasswordSection({ hasPassword, hasGoogle }: PasswordSectionProps) {
  const { form, submit, change } = usePasswordChange(hasPassword)
  const { errors } = form.formState
  return (
    <Section id="password" title="Password" lead={getLead(hasPassword, hasGoogle)}>
      <form noValidate method="post" onSubmit={submit} className="max-w-110 space-y-5">
        {/* Tells password managers which account this password belongs to. */}
        <input type="email" autoComplete="username" readOnly hidden value={useUser()?.email ?? ''} />
        {hasPassword && (
          <PasswordField
            label="Current password"
            required
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
        )}
        <NewPasswordField
          label="New password"
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <div>
          <OutcomeBanner
            success={change.data?.msg}
            error={change.error}
            action={<RecentLoginNotice error={change.error} />}
          />
          <div className="sm:w-56">
            <SubmitButton
              variant="secondary"
              isPending={change.isPending}
              label={hasPassword ? 'Change password' : 'Set password'}
            />
          </div>
        </div>
      </form>
    </Section>
  )
}

function usePasswordChange(hasPassword: boolean) {
  const form = useForm<CallInput<'changePassword'>>({
    resolver: schemaResolver(changePassword.input),
    defaultValues: { new_password: '', ...(hasPassword && { password: '' }) },
    // The current password field appears once there is a password.
    shouldUnregister: true,
  })
  const change = useCallMutation('changePassword', {
    mutationFn: (input: CallInput<'changePassword'>) => call('changePassword', input),
    onSuccess: () => form.reset(),
    onError: (failure) => {
      if (failure instanceof AppError && failure.code === 'wrong_password') {
        form.setError('password', { message: failure.message }, { shouldFocus: true })
      }
    },
  })
  return { form, change, submit: form.handleSubmit((input) => change.mutate(input)) }
}

function getLead(hasPassword: boolean, hasGoogle: boolean): string {
  if (!hasPassword) return 'You log in with Google. Set a password to log in without Google.'
  const ending = 'Changing your password signs you out on all other devices.'
  return hasGoogle ? `You can log in with your password or with Google. ${ending}` : ending
}
