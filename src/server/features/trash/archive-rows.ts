import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { type Reference, readReferences } from './read-references.ts'

/** They end with the user's sign-in, and a mail that waited for a month must not be sent. */
const LEFT_OUT = new Set(['sessions', 'known_devices', 'trusted_browsers', 'auth_challenges', 'email_changes', 'mails'])

interface Archive {
  tx: Tx
  trashId: number
  references: Reference[]
}

/** Moves a row and everything that its deletion would delete into the trash. Call it with the row locked. */
export async function archiveRow(tx: Tx, trashId: number, table: string, id: number): Promise<void> {
  const archive = { tx, trashId, references: await readReferences(tx) }
  await moveRows(archive, table, sql`id = ${id}`)
}

/** Children first. The parent's lock keeps new ones away. */
async function moveRows(archive: Archive, table: string, condition: SQL): Promise<void> {
  const { tx, trashId, references } = archive
  for (const reference of references) {
    if (reference.parent !== table || LEFT_OUT.has(reference.table)) continue
    const parents = sql`select ${sql.identifier(reference.parentColumn)} from ${sql.identifier(table)} where ${condition}`
    const isChild = sql`${sql.identifier(reference.column.name)} in (${parents})`
    if (reference.onDelete === 'cascade') await moveRows(archive, reference.table, isChild)
    if (reference.onDelete === 'set null') await storeLinks(archive, reference, isChild)
  }
  await tx.execute(sql`
    with moved as (delete from ${sql.identifier(table)} where ${condition} returning *)
    insert into trash_rows (trash_id, table_name, "row") select ${trashId}, ${table}, to_jsonb(moved) from moved
  `)
}

/** Rows that stay and lose what they point to, such as orders. */
async function storeLinks({ tx, trashId }: Archive, { table, column, keys }: Reference, isChild: SQL): Promise<void> {
  const names = [...new Set([...keys, column].map(({ name }) => name))]
  const fields = names.map((name) => sql`${name}::text, ${sql.identifier(name)}`)
  await tx.execute(sql`
    insert into trash_rows (trash_id, table_name, link_column, "row")
    select ${trashId}, ${table}, ${column.name}, jsonb_build_object(${sql.join(fields, sql`, `)})
    from ${sql.identifier(table)} where ${isChild}
  `)
}
