import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import type { ReportedError } from '#server/platform/log/report-error.ts'
import { VERSION } from '#server/platform/version.ts'
import { describeError, type ErrorDescription } from './error-fingerprint.ts'

const FLUSH_INTERVAL_MS = 1_000
/** Further causes within one interval are in the log only. */
const MAX_PENDING = 50
/** Reading a stack takes time. Further errors of other texts within one interval are in the log only. */
const MAX_DESCRIBED = 200
const MAX_GROUPS = 500
const RETENTION_DAYS = 90

interface PendingGroup extends ErrorDescription {
  source: string
  requestId: string
  count: number
}

interface ErrorLogDeps {
  db: Db
  log: Pick<FastifyBaseLogger, 'debug'>
}

/** Counts unexpected errors by cause. However many come, they are written once a second. */
export class ErrorLog {
  readonly #deps: ErrorLogDeps
  readonly #pending = new Map<string, PendingGroup>()
  /** By source and text, for the same error again. */
  readonly #described = new Map<string, ErrorDescription>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(deps: ErrorLogDeps) {
    this.#deps = deps
  }

  record({ error, source, requestId }: ReportedError): void {
    const description = this.#describe(error, source)
    if (!description) return
    const known = this.#pending.get(description.fingerprint)
    if (!known && this.#pending.size >= MAX_PENDING) return
    const count = (known?.count ?? 0) + 1
    this.#pending.set(description.fingerprint, { ...description, source, requestId, count })
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref()
  }

  /** What cannot be written is tried again with the next error. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    if (this.#pending.size === 0) return
    const groups = [...this.#pending.values()]
    this.#pending.clear()
    this.#described.clear()
    this.#writing = writeGroups(this.#deps.db, groups).catch((error: unknown) => {
      for (const group of groups) this.#keep(group)
      this.#deps.log.debug({ err: error }, 'errors could not be counted')
    })
    await this.#writing
  }

  #describe(error: Error, source: string): ErrorDescription | undefined {
    const key = `${source}\n${error.name}\n${error.message}`
    const known = this.#described.get(key)
    if (known || this.#described.size >= MAX_DESCRIBED) return known
    const description = describeError({ error, source })
    this.#described.set(key, description)
    return description
  }

  #keep(group: PendingGroup): void {
    const newer = this.#pending.get(group.fingerprint)
    if (newer) newer.count += group.count
    else if (this.#pending.size < MAX_PENDING) this.#pending.set(group.fingerprint, group)
  }
}

async function writeGroups(db: Db, groups: readonly PendingGroup[]): Promise<void> {
  await db
    .insert(errorGroups)
    // In one order, because other processes write the same rows.
    .values(
      groups
        .toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
        .map((group) => ({ ...group, source: group.source.slice(0, 200), version: VERSION })),
    )
    .onConflictDoUpdate({
      target: errorGroups.fingerprint,
      set: {
        // PostgreSQL refuses a number beyond its type.
        count: sql`least(${errorGroups.count}::bigint + excluded.count, 2147483647)::integer`,
        lastAt: sql`now()`,
        message: sql`excluded.message`,
        requestId: sql`excluded.request_id`,
        stack: sql`excluded.stack`,
        version: sql`excluded.version`,
        solvedAt: null,
      },
    })
  await db.execute(sql`
    delete from ${errorGroups}
    where last_at < now() - make_interval(days => ${RETENTION_DAYS})
      or id in (select id from ${errorGroups} order by last_at desc offset ${MAX_GROUPS})
  `)
}
