import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Merged ranges of whole seconds, such as `{[0,30),[60,90)}`. */
export const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' })
/** PostgreSQL refuses a number that is not 0 and too small for this type, where it rounds others. */
export const real = customType<{ data: number }>({ dataType: () => 'real', toDriver: (value) => Math.fround(value) })
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const now = sql`now()`
/** bigint, because the contract accepts ids of up to 15 digits. */
export const id = (name: string) => bigint(name, { mode: 'number' })
