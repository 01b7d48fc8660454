import { setTimeout as sleep } from 'node:timers/promises'
import { reportError } from '#server/platform/log/report-error.ts'

/** Well within the time of a call, which would be answered as failed. A store may take a minute for each file. */
const WAIT_MS = 2_000

/**
 * For files that nothing needs after a commit. Waits for a moment only, then the work goes on in the background. A failure is
 * reported and fails no call, whose work is done: the cleanup removes what stays.
 */
export async function tidyFiles(work: () => Promise<unknown>): Promise<void> {
  const done = work().catch((error: unknown) => reportError(error, 'remove files that nothing needs'))
  const waiting = new AbortController()
  await Promise.race([done, sleep(WAIT_MS, null, { signal: waiting.signal })])
  waiting.abort()
}
