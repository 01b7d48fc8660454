import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'

interface Column {
  name: string
  type: string
}

/** A foreign key of one column. */
export interface Reference {
  table: string
  column: Column
  /** Of `table`. */
  keys: Column[]
  parent: string
  parentColumn: string
  /** What the deletion of the parent does to the row. */
  onDelete: 'cascade' | 'set null' | 'refuse'
}

/**
 * Every foreign key, from the database's own catalogue: a table that is added later goes to the trash with its parent
 * without being listed here.
 */
export async function readReferences(tx: Tx): Promise<Reference[]> {
  const { rows } = await tx.execute<{ [Name in keyof Reference]: Reference[Name] }>(sql`
    select child.relname as "table", parent.relname as parent, target.attname as "parentColumn",
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) as "column",
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'refuse' end as "onDelete",
      (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)))
        from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
        where i.indrelid = c.conrelid and i.indisprimary) as keys
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute target on target.attrelid = c.confrelid and target.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    order by c.oid
  `)
  return rows
}
