import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import type { CallInput } from '#contract/contract.ts'
import { verifyCode } from '#contract/schemas/accounts/session.ts'
import { call } from '#web/data/api.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { confirmPasswordPath } from '#contract/paths/account-paths.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { RememberedPassword } from '#web/features/auth/remembered-password.tsx'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { CodeField } from '#web/features/auth/code-field.tsx'
import { ResendCode } from './resend-code.tsx'
import { useCooldown } from './use-cooldown.ts'

const RESEND_COOLDOWN_S = 30

const codeForm = z.pick(verifyCode.input, { code: true })

export function Component() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const token = search.get('token')
  return (
    <AuthCard
      title="Enter the code"
      lead={email ? 'Code sent to your email - check your spam' : 'This link is incomplete. Request a new code.'}
      footer={<RememberedPassword />}
    >
      <Head title="Verify code" noIndex />
      {email ? (
        <CodeForm email={email} token={token} />
      ) : (
        <ButtonLink to={paths.forgotPassword} size="lg" className="w-full">
          Get a code
        </ButtonLink>
      )}
    </AuthCard>
  )
}

interface CodeFormProps {
  email: string
  /** From the link in an email, for asking again. */
  token: string | null
}

function CodeForm({ email, token }: CodeFormProps) {
  const form = useForm<z.infer<typeof codeForm>>({ resolver: schemaResolver(codeForm) })
  const { verify, resend, secondsLeft } = useCode({ email, ...(token && { token }) }, () => form.reset())
  useRedirectAfter(verify.isSuccess, confirmPasswordPath(email, verify.variables ?? ''), { replace: true })
  const posted = useFormPost()
  const postedError = verify.isIdle && resend.isIdle ? posted.error : null
  const isVerifying = verify.isPending || verify.isSuccess

  // Only the latest outcome shows: each action clears the other's message.
  const onVerify = ({ code }: { code: string }) => {
    resend.reset()
    verify.mutate(code)
  }
  const onResend = () => {
    verify.reset()
    resend.mutate()
  }

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit(onVerify)}>
      <OutcomeBanner
        success={verify.data?.msg ?? resend.data?.msg}
        error={verify.error ?? resend.error ?? postedError}
      />
      <div className="space-y-5">
        <CodeField error={form.formState.errors.code?.message} registration={form.register('code')} />
        <SubmitButton isPending={isVerifying} label="Verify code" worksWithoutScript />
        <ResendCode isSending={resend.isPending} isDisabled={isVerifying} secondsLeft={secondsLeft} onSend={onResend} />
      </div>
    </form>
  )
}

/** @param onNewCode the previous code is no longer valid */
function useCode(request: CallInput<'forgotPass'>, onNewCode: () => void) {
  const cooldown = useCooldown(RESEND_COOLDOWN_S)
  const verify = useMutation({ mutationFn: (code: string) => call('verifyCode', { email: request.email, code }) })
  const resend = useMutation({
    mutationFn: () => call('forgotPass', request),
    onSuccess: () => {
      cooldown.start()
      onNewCode()
    },
  })
  return { verify, resend, secondsLeft: cooldown.left }
}
