import type { Context } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** Of a login without a password. The entries that one network can cause are limited like its wrong passwords. */
export async function logLoginFailure(
  { db, ip, throttles }: Pick<Context, 'db' | 'ip' | 'throttles'>,
  message: string,
  user?: { id: number; email: string },
): Promise<void> {
  if (!(await throttles.canLogLoginFailure(ip))) return
  await writeLog(db, { kind: 'sign-in', message, email: user?.email ?? '', studentId: user?.id ?? null })
}
