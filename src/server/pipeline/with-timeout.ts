import { AppError } from '#contract/errors.ts'

/** Longer than any one statement may take (connect.ts). */
const DEFAULT_TIMEOUT_MS = 10_000

/** Ends the wait, not the work. Fastify's handlerTimeout would also cut off long downloads and cost more than a cache hit. */
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
