import { useMutation } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { call } from '#web/data/api.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { toPasskeyError } from './to-passkey-error.ts'
import { useNextPath } from './use-next-path.ts'

interface PasskeyLogin {
  /** Of a login with a password; otherwise the passkey is all that is asked for. */
  isSecondStep: boolean
  trust?: boolean
}

/** Logs in with a passkey that the user picks in the browser's own dialog. */
export function usePasskeyLogin() {
  const invalidateSession = useInvalidateSession()
  // From there the server leads a signed-in user on.
  const loginPath = withNext(paths.login, useNextPath())
  return useMutation({
    mutationFn: async ({ isSecondStep, trust = false }: PasskeyLogin) => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { msg: optionsJSON } = await call('startPasskeyLogin', { second_step: isSecondStep })
      const response = await startAuthentication({
        optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      }).catch((error: unknown) => {
        throw toPasskeyError(error)
      })
      return call('confirmPasskeyLogin', {
        response: response as Parameters<typeof call<'confirmPasskeyLogin'>>[1]['response'],
        trust,
      })
    },
    onSuccess: () => invalidateSession(loginPath),
    onError: (failure) => failure instanceof AppError && console.error('The login failed:', failure.message),
  })
}
