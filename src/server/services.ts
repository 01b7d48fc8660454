import type { Db } from './db/connect.ts'
import type { Throttles } from './throttles.ts'

/** What handlers work with. */
export interface Services {
  db: Db
  throttles: Throttles
  /** From memory, so that it answers even while the database is away. */
  siteIsRunning(): boolean | Promise<boolean>
}
