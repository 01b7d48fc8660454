import type { Db } from '#server/platform/db/connect.ts'
import { site } from '#server/platform/db/schema.ts'

/** True while the system is running; an absent record means so too. */
export async function readSiteStatus(db: Db): Promise<boolean> {
  const [row] = await db.select({ running: site.running }).from(site).limit(1)
  return row?.running ?? true
}
