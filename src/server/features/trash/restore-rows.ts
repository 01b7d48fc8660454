import { sql } from 'drizzle-orm'
import type { ArchivedKind } from '#contract/choices.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { type Reference, readReferences } from './read-references.ts'

/** The tables whose rows have an entry of their own. */
export const KIND_TABLES: Record<ArchivedKind, string> = {
  post: 'blogs',
  review: 'reviews',
  comment: 'comments',
  user: 'users',
}

/**
 * Puts an entry's rows back into their tables. A row that belongs to something else in the trash waits there; one whose
 * other parent was deleted for good is dropped. A row that conflicts with a newer one is dropped too.
 */
export async function restoreRows(tx: Tx, trashId: number): Promise<void> {
  const references = await readReferences(tx)
  const { rows } = await tx.execute<{ table: string }>(
    sql`select distinct table_name as "table" from trash_rows where trash_id = ${trashId} and link_column is null`,
  )
  const tables = sortByParents(
    rows.map(({ table }) => table),
    references,
  )
  for (const table of tables) {
    for (const reference of references) if (reference.table === table) await moveOrphans(tx, trashId, reference)
    await insertRows(tx, trashId, table)
  }
  const { rows: links } = await tx.execute<{ table: string; column: string }>(sql`
    select distinct table_name as "table", link_column as "column" from trash_rows
    where trash_id = ${trashId} and link_column is not null
  `)
  for (const link of links) {
    const reference = references.find(({ table, column }) => table === link.table && column.name === link.column)
    if (reference) await restoreLinks(tx, trashId, reference)
  }
}

function sortByParents(tables: readonly string[], references: readonly Reference[]): string[] {
  const sorted: string[] = []
  const visit = (table: string) => {
    if (sorted.includes(table) || !tables.includes(table)) return
    for (const reference of references)
      if (reference.table === table && reference.parent !== table) visit(reference.parent)
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}

/** Rows whose parent is not there. */
async function moveOrphans(tx: Tx, trashId: number, reference: Reference): Promise<void> {
  const { table, column, parent, parentColumn, onDelete } = reference
  const value = sql`(r."row" ->> ${column.name})::${sql.raw(column.type)}`
  const isOrphan = sql`r.trash_id = ${trashId} and r.table_name = ${table} and r.link_column is null
    and r."row" ->> ${column.name} is not null
    and not exists (select 1 from ${sql.identifier(parent)} p where p.${sql.identifier(parentColumn)} = ${value})`
  if (onDelete === 'set null') {
    await tx.execute(sql`update trash_rows r set "row" = r."row" || jsonb_build_object(${column.name}::text, null)
      where ${isOrphan}`)
    return
  }
  const kind = Object.entries(KIND_TABLES).find(([, kindTable]) => kindTable === parent)?.[0]
  if (kind)
    await tx.execute(sql`update trash_rows r set trash_id = t.id from trash t
      where t.kind = ${kind} and t.subject_id = ${value} and t.id <> ${trashId} and ${isOrphan}`)
  await tx.execute(sql`delete from trash_rows r where ${isOrphan}`)
}

/** A column that was added since has its default. */
async function insertRows(tx: Tx, trashId: number, table: string): Promise<void> {
  const isOwn = sql`r.trash_id = ${trashId} and r.table_name = ${table} and r.link_column is null`
  const { rows: columns } = await tx.execute<{ name: string }>(sql`
    select a.attname as name from pg_attribute a
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname in (select jsonb_object_keys(r."row") from trash_rows r where ${isOwn})
    order by a.attnum
  `)
  if (columns.length === 0) return
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${names}) overriding system value
    select ${names} from (
      select x.* from trash_rows r cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, r."row") x
      where ${isOwn} order by r.id
    ) as stored
    on conflict do nothing
  `)
}

async function restoreLinks(tx: Tx, trashId: number, { table, column, keys }: Reference): Promise<void> {
  const cast = ({ name, type }: Reference['column']) => sql`(r."row" ->> ${name})::${sql.raw(type)}`
  const isSame = keys.map((key) => sql`l.${sql.identifier(key.name)} = ${cast(key)}`)
  await tx.execute(sql`
    update ${sql.identifier(table)} l set ${sql.identifier(column.name)} = ${cast(column)}
    from trash_rows r
    where r.trash_id = ${trashId} and r.table_name = ${table} and r.link_column = ${column.name}
      and l.${sql.identifier(column.name)} is null and ${sql.join(isSame, sql` and `)}
  `)
}
