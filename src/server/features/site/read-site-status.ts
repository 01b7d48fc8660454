import type { Db } from '#server/platform/db/connect.ts'
import { site } from '#server/platform/db/schema.ts'

/** A missing record means that the system is running. */
export async function readSiteStatus(db: Db): Promise<boolean> {
  const [row] = await db.select({ running: site.running }).from(site).limit(1)
  return row?.running ?? true
}
