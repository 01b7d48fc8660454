import { sql } from 'drizzle-orm'
import { passkeys, totpSecrets, users } from './schema.ts'

export const hasTotp = sql`exists (
  select 1 from ${totpSecrets} where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null
)`
export const hasPasskey = sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`
export const hasSecondFactor = sql`(${hasTotp} or ${hasPasskey})`
