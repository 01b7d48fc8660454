import type { Pool } from 'pg'
import { OTHER_COLUMNS, OTHER_PLACES, TEXT_COLUMNS } from './columns.ts'
import type { ColumnFilling, Filling } from './filling.ts'
import { replaceTexts } from './json-texts.ts'

const TEXT_TYPES = ['text', 'character varying', 'jsonb', 'ARRAY']
/** Rows of an update, which has a time limit. */
const BATCH = 50
/** Ids of a question's options, which an answer names. */
const OPTION_ID = /^[a-z]?\d+$/

/** The lengths of every column with a text; null without one. */
export async function readColumnLengths(pool: Pool): Promise<Map<string, number | null>> {
  const { rows } = await pool.query<{ name: string; length: number | null }>(
    `select table_name || '.' || column_name as name, character_maximum_length as length
     from information_schema.columns where table_schema = 'public' and data_type = any ($1)`,
    [TEXT_TYPES],
  )
  return new Map(rows.map(({ name, length }) => [name, length]))
}

/** Columns of the schema that are in no list, and those of the lists that are not in the schema. */
export function findUnknownColumns(lengths: ReadonlyMap<string, number | null>): string[] {
  const filled = TEXT_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  const listed = new Set([...filled, ...Object.values(OTHER_COLUMNS).flat()])
  return [
    ...[...lengths.keys()].filter((name) => !listed.has(name)).map((name) => `${name} is in no list of columns`),
    ...[...listed].filter((name) => !lengths.has(name)).map((name) => `${name} does not exist`),
  ]
}

/** Puts payloads into every row of every column. Returns the places within JSON that are in no list. */
export async function fillDatabase(pool: Pool, filling: Filling): Promise<string[]> {
  const groups = new Map<string, ColumnFilling[]>()
  for (const column of filling.columns) {
    const name = `${column.column.table}.${column.column.column}`
    groups.set(name, [...(groups.get(name) ?? []), column])
  }
  const unknown = new Set<string>()
  // Its trigger refuses changes.
  await pool.query('alter table audit_log disable trigger all')
  for (const columns of groups.values()) {
    const [{ column: target }] = columns as [ColumnFilling]
    const { table, column } = target
    const { rows } = await pool.query<{ place: string; value: unknown }>(
      `select ctid::text as place, to_jsonb("${column}") as value from "${table}" order by ctid`,
    )
    const values = rows.map(({ value }) => {
      if (target.path === undefined) return filling.createValue(columns[0] as ColumnFilling)
      return JSON.stringify(fillJson(value, columns, filling, unknown))
    })
    for (let start = 0; start < rows.length; start += BATCH)
      await pool.query(
        `update "${table}" t set "${column}" = ${toExpression(target.path, column)}
         from unnest($1::tid[], $2::text[]) as given(place, value) where t.ctid = given.place`,
        [rows.slice(start, start + BATCH).map(({ place }) => place), values.slice(start, start + BATCH)],
      )
  }
  await pool.query('alter table audit_log enable trigger all')
  return [...unknown]
}

function toExpression(path: string | undefined, column: string): string {
  if (path === undefined) return 'given.value'
  // An array of texts, which takes no JSON.
  if (path === '[]') return 'array(select jsonb_array_elements_text(given.value::jsonb))'
  return `case when "${column}" is null then null else given.value::jsonb end`
}

function fillJson(value: unknown, columns: readonly ColumnFilling[], filling: Filling, unknown: Set<string>): unknown {
  // A pool's name is in its questions too.
  const pools = new Map<string, string>()
  const filled = replaceTexts(value, (path, text) => {
    const column = columns.find(({ column: { path: place } }) => place === path || place === '*')
    if (column && !(column.column.path === '*' && OPTION_ID.test(text))) {
      const created = filling.createValue(column)
      if (path === 'pools[].name') pools.set(text, created)
      return created
    }
    if (!column && !OTHER_PLACES.test(path))
      unknown.add(`${columns[0]?.column.table}.${columns[0]?.column.column} ${path}`)
    return undefined
  })
  return replaceTexts(filled, (path, text) => (path.endsWith('.pool') ? pools.get(text) : undefined))
}
