import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase as Client } from 'pg'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'

// Other programs may have tables in the same schema, and no backup or restore concerns them. A newer version of this one may
// have made tables that this version does not know: it has written their names into a comment.

type ObjectKind = 'TABLE' | 'SEQUENCE' | 'FUNCTION'

export interface SiteObject {
  kind: ObjectKind
  name: string
}

const CREATED =
  /\bCREATE (?:OR REPLACE |UNLOGGED )?(TABLE|SEQUENCE|FUNCTION) (?:IF NOT EXISTS )?(?:"public"\.)?"([a-z][a-z0-9_]*)"/g
const RECORDED = /^(TABLE|SEQUENCE|FUNCTION) ([a-z][a-z0-9_]*)$/
const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations'

const toObject = ([, kind, name]: RegExpMatchArray): SiteObject => ({ kind: kind as ObjectKind, name: name ?? '' })

/** What the migrations of this version make. */
function findCreatedObjects(): SiteObject[] {
  const text = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    .flatMap(({ sql }) => sql)
    .join('\n')
  return [...text.matchAll(CREATED)].map(toObject)
}

async function readRecordedObjects(client: Client): Promise<SiteObject[]> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description(to_regclass($1), 'pg_class') AS comment`,
    [MIGRATIONS_TABLE],
  )
  return (rows[0]?.comment ?? '').split(', ').flatMap((text) => {
    const match = RECORDED.exec(text)
    return match ? [toObject(match)] : []
  })
}

/** What this site's versions have made or may have made, each once. */
export async function readSiteObjects(client: Client): Promise<SiteObject[]> {
  const all = [...findCreatedObjects(), ...(await readRecordedObjects(client))]
  return [...new Map(all.map((object) => [`${object.kind} ${object.name}`, object])).values()]
}

/** Lets older versions know what is this site's. Call it after migrating. */
export async function recordSiteObjects(client: Client): Promise<void> {
  const recorded = await readRecordedObjects(client)
  const all = await readSiteObjects(client)
  if (all.length === recorded.length) return
  const comment = all.map(({ kind, name }) => `${kind} ${name}`).join(', ')
  await client.query(`COMMENT ON TABLE ${MIGRATIONS_TABLE} IS '${comment}'`)
}

async function readNames(client: Client, kind: ObjectKind): Promise<string[]> {
  const objects = await readSiteObjects(client)
  return objects.filter((object) => object.kind === kind).map(({ name }) => name)
}

export const readSiteTables = (client: Client) => readNames(client, 'TABLE')
/** Without those that belong to a table's column. */
export const readSiteSequences = (client: Client) => readNames(client, 'SEQUENCE')

/** Whether a version of this product has migrated the database. */
export async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ])
  return rows[0]?.exists === true
}

/** In alphabetical order; without those of extensions. */
export async function findForeignTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f') AND relname <> ALL($1)
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1`,
    [(await isMigrated(client)) ? await readSiteTables(client) : []],
  )
  return rows.map(({ name }) => name)
}
