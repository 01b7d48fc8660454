import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { forgotPass } from '#contract/schemas/accounts/session.ts'
import { call } from '#web/data/api.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { verifyCodePath } from '#contract/paths/account-paths.ts'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { EmailField } from '#web/features/auth/email-field.tsx'
import { RememberedPassword } from '#web/features/auth/remembered-password.tsx'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { useSecretParams } from '#web/features/auth/use-secret-params.ts'
import { useUser } from '#web/data/session.ts'
import { SignedInChoice } from './signed-in-choice.tsx'

export function Component() {
  const user = useUser()
  return user ? <SignedInChoice user={user} /> : <ForgotPassword />
}

function ForgotPassword() {
  const form = useForm<CallInput<'forgotPass'>>({ resolver: schemaResolver(forgotPass.input) })
  const { errors } = form.formState
  const posted = useFormPost()
  const { token } = useSecretParams('token') ?? {}
  const { mutate, isIdle, isPending, isSuccess, data, error, variables } = useMutation({
    mutationFn: ({ email }: CallInput<'forgotPass'>) => call('forgotPass', { email, ...(token && { token }) }),
  })
  useRedirectAfter(isSuccess, verifyCodePath(variables?.email ?? '', token))

  return (
    <AuthCard
      title="Reset your password"
      lead="Enter your email. We'll send a 6-digit code."
      footer={<RememberedPassword />}
    >
      <Head title="Forgot password" description="Get a code by email and set a new password." />
      <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
        <OutcomeBanner success={data?.msg} error={isIdle ? posted.error : error} />
        <div className="space-y-5">
          <EmailField
            error={errors.email?.message}
            registration={form.register('email')}
            defaultValue={posted.values.email}
          />
          <SubmitButton isPending={isPending || isSuccess} label="Send code to reset" worksWithoutScript />
        </div>
      </form>
    </AuthCard>
  )
}
