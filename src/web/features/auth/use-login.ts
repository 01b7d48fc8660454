import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { proofChallenge, type ProofChallenge } from '#contract/schemas/accounts/session.ts'
import { call } from '#web/data/api.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { getSecondSteps } from './get-second-steps.ts'
import { useNextPath } from './use-next-path.ts'

type LoginInput = CallInput<'login'>

/** Logs in, with a proof of work where the server asks for one. `isProving` is true while the browser works on it. */
export function useLogin() {
  const invalidateSession = useInvalidateSession()
  // From there the server leads a signed-in user on.
  const loginPath = withNext(paths.login, useNextPath())
  const [isProving, setIsProving] = useState(false)

  async function logIn(input: LoginInput) {
    try {
      return await call('login', input)
    } catch (error) {
      const challenge = getChallenge(error)
      if (challenge === null) throw error
      setIsProving(true)
      const { solveProof } = await import('./proof-of-work.ts')
      return call('login', { ...input, proof: await solveProof(challenge) })
    }
  }

  const mutation = useMutation({
    mutationFn: logIn,
    onSuccess: () => invalidateSession(loginPath),
    onError: (failure) => getSecondSteps(failure) ?? console.error('The login failed:', failure.message),
    onSettled: () => setIsProving(false),
  })
  return { ...mutation, isProving }
}

function getChallenge(error: unknown): ProofChallenge | null {
  if (!(error instanceof AppError) || error.code !== 'proof_needed') return null
  const { challenge } = (error.fields ?? {}) as { challenge?: unknown }
  return proofChallenge.safeParse(challenge).data ?? null
}
