import type { LogKind } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { systemLog } from '#server/platform/db/schema.ts'

/** Adds a line to the system log: who did what. Never a password, a code or a token. */
export async function writeLog(
  db: Pick<Db, 'insert'>,
  entry: { kind: LogKind; message: string; email: string; studentId: number | null },
): Promise<void> {
  await db.insert(systemLog).values(entry)
}
