import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { confirmLogin } from '#contract/schemas/accounts/account-security.ts'
import { call } from '#web/data/api.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CodeField } from '#web/features/auth/code-field.tsx'
import { useDestination } from '#web/features/auth/use-destination.ts'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { TrustBrowser } from './trust-browser.tsx'

/** Takes a code of the authenticator app, or a recovery code. */
export function CodeStep({ step }: { step: 'totp' | 'recovery' }) {
  const invalidateSession = useInvalidateSession()
  const posted = useFormPost()
  const loginPath = withNext(paths.login, useNextPath())
  const form = useForm<CallInput<'confirmLogin'>>({ resolver: schemaResolver(confirmLogin.input) })
  const { mutate, data, error, isIdle, isPending, isSuccess } = useMutation({
    mutationFn: (input: CallInput<'confirmLogin'>) => call('confirmLogin', input),
    // From there the server leads a signed-in user on.
    onSuccess: () => invalidateSession(loginPath),
  })
  useRedirectAfter(isSuccess, useDestination(data?.nextPage ?? paths.home), { replace: true })
  const shownError = isIdle ? posted.error : error
  const isExpired = shownError instanceof AppError && shownError.code === 'login_expired'
  const message = form.formState.errors.code?.message
  return (
    <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
      <OutcomeBanner
        success={data?.msg}
        error={shownError}
        action={isExpired && <TextLink to={loginPath}>Log in</TextLink>}
      />
      <div className="space-y-5">
        {step === 'totp' ? (
          <CodeField error={message} registration={form.register('code')} />
        ) : (
          <TextField
            label="Recovery code"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="xxxx-xxxx-xxxx-xxxx"
            error={message}
            {...form.register('code')}
          />
        )}
        <TrustBrowser registration={form.register('trust')} />
        <SubmitButton isPending={isPending || isSuccess} label="Log in" worksWithoutScript />
      </div>
    </form>
  )
}
