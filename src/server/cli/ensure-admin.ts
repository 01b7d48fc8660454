import { randomBytes } from 'node:crypto'
import { eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import type { Env } from '#server/env.ts'

export interface CreatedAdmin {
  id: number
  email: string
  /** Set only when it was generated: printed once and never stored. */
  password: string | undefined
}

/** Creates the first admin. Null when one exists. */
export async function ensureAdmin(db: Db, env: Env): Promise<CreatedAdmin | null> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  if (admin) return null
  const generatedPassword = env.adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined
  const passwordHash = await hashPassword(env.adminPassword ?? generatedPassword ?? '')
  const emailVerifiedAt = sql`now()`
  // When several servers start on one database, the unique index on the email lets one of them create the admin. A
  // student with this email becomes the admin, under the new password only.
  const created = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({
        email: env.adminEmail,
        firstName: 'Learn',
        lastName: 'Lantern',
        role: 'admin',
        passwordHash,
        emailVerifiedAt,
      })
      .onConflictDoUpdate({
        target: users.email,
        set: { role: 'admin', passwordHash, emailVerifiedAt },
        setWhere: ne(users.role, 'admin'),
      })
      .returning({ id: users.id })
    if (row) await tx.delete(sessions).where(eq(sessions.userId, row.id))
    return row
  })
  return created ? { id: created.id, email: env.adminEmail, password: generatedPassword } : null
}
