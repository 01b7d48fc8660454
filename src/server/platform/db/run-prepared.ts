import { hash } from 'node:crypto'

interface PreparedStatement<Rows> {
  getQuery(): { sql: string }
  execute(): Promise<Rows>
}

/** How Drizzle passes the statement to the driver. Not in its types. */
interface DriverConfigs {
  queryConfig: { name: string }
  rawQueryConfig: { name: string }
}

export interface PreparableQuery<Rows> {
  prepare(name: string): PreparedStatement<Rows>
}

/** More statements than the program has. */
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/**
 * Runs a query whose statement each connection keeps prepared, under a name made of its text. For frequent statements
 * that take longer to plan than to run, and of which there are few: values must be parameters.
 */
export function runPrepared<Rows>(query: PreparableQuery<Rows>): Promise<Rows> {
  // Named once its text is known: to build the text takes longer than all else this process does for a query.
  const statement = query.prepare('')
  const { queryConfig, rawQueryConfig } = statement as unknown as DriverConfigs
  queryConfig.name = rawQueryConfig.name = getName(statement.getQuery().sql)
  return statement.execute()
}

function getName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = hash('sha256', text, 'base64url')
  if (names.size < MAX_NAMES) names.set(text, name)
  return name
}
