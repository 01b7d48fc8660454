import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { findPasswordProblem } from '#server/features/session/hash-new-password.ts'
import type { Warnings } from '#server/platform/warnings.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords/passwords.ts'
import { type Env, SettingError } from '#server/env.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { clearSignIns } from './clear-sign-ins.ts'
import { readAuditedUser } from './read-audited-user.ts'

export interface FirstAdmin {
  id: number
  email: string
  /** False when another process, or an earlier start, has created the admin. */
  isNew: boolean
  /** Set only when it was generated: printed once and never stored. */
  password?: string
  /** True when the admin's password is ADMIN_PASSWORD. */
  isPasswordFromSettings: boolean
}

/**
 * Creates the first admin, or finds the one of ADMIN_EMAIL, else the earliest. Throws a SettingError for a common
 * ADMIN_PASSWORD.
 */
export async function ensureAdmin(db: Db, env: Env): Promise<FirstAdmin> {
  const admin = (await findAdmin(db, env)) ?? (await createAdmin(db, env)) ?? (await findAdmin(db, env))
  if (!admin) throw new Error('The admin was removed during the start')
  return admin
}

async function findAdmin(db: Db, { adminEmail, adminPassword }: Env): Promise<FirstAdmin | null> {
  const [admin] = await db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(desc(eq(users.email, adminEmail)), asc(users.id))
    .limit(1)
  if (!admin) return null
  const { id, email, passwordHash } = admin
  const isPasswordFromSettings = adminPassword !== undefined && (await verifyPassword(adminPassword, passwordHash))
  return { id, email, isNew: false, isPasswordFromSettings }
}

/** Null when another process was faster. */
async function createAdmin(db: Db, env: Env): Promise<FirstAdmin | null> {
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
  if (!created) return null
  const isPasswordFromSettings = generatedPassword === undefined
  const admin = { id: created.id, email: env.adminEmail, isNew: true, isPasswordFromSettings }
  return isPasswordFromSettings ? admin : { ...admin, password: generatedPassword }
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
