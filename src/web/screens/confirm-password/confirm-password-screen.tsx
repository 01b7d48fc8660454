import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { newPassword } from '#contract/schemas/fields.ts'
import { LIMITS } from '#contract/limits.ts'
import { call } from '#web/data/api.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { RememberedPassword } from '#web/features/auth/remembered-password.tsx'
import { NewPasswordField } from '#web/features/auth/new-password-field.tsx'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { useSecretParams } from '#web/features/auth/use-secret-params.ts'

/** spec.md, section 9 */
const RESET_REDIRECT_MS = 2_000

const passwordForm = z.object({ password: newPassword, confirm: z.string() }).check(
  z.refine(({ password, confirm }) => confirm === password, {
    error: 'confirm password correctly',
    path: ['confirm'],
  }),
)

export function Component() {
  const secretParams = useSecretParams('email', 'code')
  const isIncomplete = secretParams !== undefined && secretParams.email === undefined && secretParams.code === undefined
  return (
    <AuthCard
      title="Choose a new password"
      lead={isIncomplete ? 'This link is incomplete. Request a new code.' : "You'll be logged out on all devices."}
      footer={<RememberedPassword />}
    >
      <Head title="Confirm password" noIndex />
      {isIncomplete ? (
        <ButtonLink to={paths.forgotPassword} size="lg" className="w-full">
          Get a code
        </ButtonLink>
      ) : (
        <PasswordForm email={secretParams?.email ?? ''} code={secretParams?.code ?? ''} />
      )}
    </AuthCard>
  )
}

function PasswordForm({ email, code }: { email: string; code: string }) {
  const form = useForm<z.infer<typeof passwordForm>>({
    resolver: schemaResolver(passwordForm),
    defaultValues: { password: '', confirm: '' },
  })
  const { errors } = form.formState
  const isTyped = useWatch({ control: form.control, name: 'password' }) !== ''
  // If either the email or the code is missing, the server's error names it.
  const posted = useFormPost()
  const { mutate, isIdle, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (password: string) => call('resetPass', { email, code, password }),
  })
  useRedirectAfter(isSuccess, paths.login, { notice: data?.msg, delayMs: RESET_REDIRECT_MS, replace: true })
  const shownError = isIdle ? posted.error : error
  const needsNewCode = shownError instanceof AppError && shownError.code === 'wrong_code'

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit(({ password }) => mutate(password))}>
      <OutcomeBanner
        success={data?.msg}
        error={shownError}
        action={needsNewCode && <TextLink to={paths.forgotPassword}>Get a new code</TextLink>}
      />
      <div className="space-y-5">
        {/* Tells password managers which account this password belongs to. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
        <NewPasswordField
          label="Password"
          error={errors.password?.message}
          {...form.register('password', { deps: 'confirm' })}
        />
        {isTyped && (
          <PasswordField
            label="Confirm password"
            required
            maxLength={LIMITS.passwordMax}
            autoComplete="new-password"
            error={errors.confirm?.message}
            {...form.register('confirm')}
          />
        )}
        <SubmitButton isPending={isPending || isSuccess} label="Reset password" worksWithoutScript />
      </div>
    </form>
  )
}
