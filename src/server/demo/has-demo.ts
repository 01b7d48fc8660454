import { eq } from 'drizzle-orm'
import type { Env } from '#server/env.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { demoStudents } from './content/students-content.ts'

type Settings = Pick<Env, 'demo'>

export const isDemoOn = ({ kind }: Pick<Database, 'kind'>, { demo }: Settings): boolean => demo ?? kind === 'embedded'

/** Whether the demo academy is on and was created. */
export async function hasDemo(database: Pick<Database, 'db' | 'kind'>, env: Settings): Promise<boolean> {
  const [first] = demoStudents
  if (!first || !isDemoOn(database, env)) return false
  const rows = await database.db.select({ id: users.id }).from(users).where(eq(users.email, first.email))
  return rows.length > 0
}
