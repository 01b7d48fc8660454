import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { findPasswordProblem } from '#server/features/session/hash-new-password.ts'
import type { Warnings } from '#server/platform/warnings.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords/passwords.ts'
import { type Env, SettingError } from '#server/env.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { clearSignIns } from './clear-sign-ins.ts'
import { readAuditedUser } from './read-audited-user.ts'

export interface CreatedAdmin {
  id: number
  email: string
  /** Set only when it was generated: printed once and never stored. */
  password: string | undefined
}

/** Creates the first admin. Null when one exists. Throws a SettingError for a common ADMIN_PASSWORD. */
export async function ensureAdmin(db: Db, env: Env): Promise<CreatedAdmin | null> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  if (admin) return null
  if (env.adminPassword !== undefined && (await findPasswordProblem(env.adminPassword, env.adminEmail)))
    throw new SettingError('ADMIN_PASSWORD must not be a common password: choose another, or none for a random one')
  const generatedPassword = env.adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined
  const passwordHash = await hashPassword(env.adminPassword ?? generatedPassword ?? '')
  const emailVerifiedAt = sql`now()`
  // When several servers start on one database, the unique index on the email lets one of them create the admin. A
  // student with this email becomes the admin, under the new password only.
  const created = await db.transaction(async (tx) => {
    const before = await readAuditedUser(tx, env.adminEmail)
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
    if (!row) return row
    await clearSignIns(tx, row.id)
    await writeAudit(tx, {
      actor: 'Server start',
      action: before ? 'user.promote' : 'user.create',
      subject: { kind: 'user', id: row.id, name: env.adminEmail },
      ...(before && { before }),
      after: { ...(await readAuditedUser(tx, env.adminEmail)), password: 'a new one' },
    })
    return row
  })
  return created ? { id: created.id, email: env.adminEmail, password: generatedPassword } : null
}

/** An installation from before common passwords were refused still starts. */
export async function warnAboutAdminPassword(db: Db, env: Env, warnings: Warnings): Promise<void> {
  if (env.adminPassword === undefined) return
  const [admin] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, env.adminEmail), eq(users.role, 'admin')))
  // In this order, because the list of leaked passwords stays in memory.
  if (!admin || !(await verifyPassword(env.adminPassword, admin.passwordHash))) return
  if (!(await findPasswordProblem(env.adminPassword, env.adminEmail))) return
  const text = `The password of ${env.adminEmail} is a common one. Change it in the profile, then restart the server.`
  warnings.set('weak_admin_password', text)
}
