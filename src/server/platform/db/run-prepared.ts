import { createHash } from 'node:crypto'

export interface PreparableQuery<Rows> {
  toSQL(): { sql: string }
  prepare(name: string): { execute(): Promise<Rows> }
}

/**
 * Runs a query whose statement each connection keeps prepared, under a name made of its text. For frequent statements
 * that take longer to plan than to run, and of which there are few: values must be parameters.
 */
export function runPrepared<Rows>(query: PreparableQuery<Rows>): Promise<Rows> {
  const name = createHash('sha256').update(query.toSQL().sql).digest('base64url')
  return query.prepare(name).execute()
}
