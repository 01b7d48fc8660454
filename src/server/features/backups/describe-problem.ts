import { AppError } from '#contract/errors.ts'
import { BackupError } from './archive/archive-format.ts'

const STORE_AWAY = 'The file storage does not answer, or it refuses the keys of S3_URL.'

/** One sentence for what the operator can mend; null for anything else. */
export function describeProblem(error: unknown): string | null {
  if (error instanceof BackupError) return error.message
  return error instanceof AppError && error.code === 'not_ready' ? STORE_AWAY : null
}
