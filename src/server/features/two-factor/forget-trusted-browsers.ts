import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { countTrustedBrowsers, endTrust } from './trusted-browsers.ts'

/** Needs no password: it makes nothing easier for whoever finds the browser open. */
export const forgetTrustedBrowsers: Handler<'forgetTrustedBrowsers'> = async ({ db, user, from }) => {
  await db.transaction(async (tx) => {
    const count = await countTrustedBrowsers(tx, user.student_id)
    await endTrust(tx, user.student_id)
    const [before, after] = [{ trustedBrowsers: count }, { trustedBrowsers: 0 }]
    if (count > 0) await auditOwnAccount(tx, { user, from, action: 'user.forget_browsers', before, after })
  })
  return { msg: 'Every browser asks for the second step again' }
}
