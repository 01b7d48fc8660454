import { reportError } from '#server/platform/log/report-error.ts'

/**
 * For files that nothing needs after a commit. A failure is reported and fails no call, whose work is done: the cleanup removes
 * what stays.
 */
export async function tidyFiles(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    reportError(error, 'remove files that nothing needs')
  }
}
