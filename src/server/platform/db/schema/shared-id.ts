import { sql } from 'drizzle-orm'
import { pgSequence } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'

/** One sequence for users, courses and blogs, because `/handleUploads` identifies a record by its id alone. */
export const sharedIdSequence = pgSequence('thing_id', { startWith: 1 })
export const sharedId = () =>
  id('id')
    .primaryKey()
    .default(sql`nextval('thing_id')`)
