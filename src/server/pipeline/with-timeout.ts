import { AppError } from '#contract/errors.ts'

/** Longer than any one statement may take (connect.ts), shorter than anybody waits (security.md, G13). */
const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Ends the wait for a piece of work, not the work itself. Around what is worked for rather than around each request,
 * as Fastify's handlerTimeout is: that also cuts off a file that takes longer to download, and its timer and abort
 * signal cost more than finding a kept answer.
 */
export async function withTimeout<Result>(promise: Promise<Result>, ms = DEFAULT_TIMEOUT_MS): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('busy', { retryAfter: 2 })), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
