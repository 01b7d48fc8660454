import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import type { ProxySeen } from '../proxy-observer.ts'
import type { Env } from '#server/env.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { SiteWarning } from '#server/platform/warnings.ts'

/** What the checks look at without the database, in a running server or in `npm run doctor`. */
export interface LocalTarget {
  env: Env
  /** What the server has found by itself. */
  warnings: SiteWarning[]
  /** The environment, as the process was started with. */
  environment: Readonly<Record<string, string | undefined>>
  /** The text of .env, where there is one. */
  envFile: string | undefined
  /** Only in a running server. */
  proxy?: ProxySeen | undefined
}

export interface CheckTarget extends LocalTarget {
  database: Pick<Database, 'db' | 'pool' | 'kind' | 'directUrl'>
}

/** Rejects only when it cannot be carried out. */
export type Check = (target: CheckTarget) => Promise<SystemCheck[]>
export type LocalCheck = (target: LocalTarget) => Promise<SystemCheck[]>

type Finding = Pick<SystemCheck, 'code' | 'area' | 'title'>

export const ok = (finding: Finding, text: string): SystemCheck => ({ ...finding, status: 'ok', text })
export const warning = (finding: Finding, text: string): SystemCheck => ({ ...finding, status: 'warning', text })
export const problem = (finding: Finding, text: string): SystemCheck => ({ ...finding, status: 'error', text })
