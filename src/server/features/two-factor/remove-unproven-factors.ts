import type { User } from '#contract/schemas/accounts/users.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { reportFactorChange } from './report-factor-change.ts'
import { removeSecondFactors } from './second-factors.ts'

/**
 * At the first proof of an email: whoever signed up with it may not own it. An admin keeps them, because another admin
 * vouched for the account and the proof must not be a way around the second step.
 */
export async function removeUnprovenFactors(
  tx: Tx,
  { id, role, email }: { id: number; role: User['role']; email: string },
  message: string,
): Promise<void> {
  if (role === 'admin' || !(await removeSecondFactors(tx, id))) return
  await reportFactorChange(tx, { student_id: id, email }, message)
}
