import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { email as emailField } from '#contract/schemas/fields.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { accountSubject } from '#server/http/session-store.ts'
import { switchSite } from '#server/features/site/set-maintenance.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** What `npm run admin` works with, in the server's process or in its own. */
export interface AdminTools {
  db: Db
  throttles: Pick<Throttles, 'loginSucceeded'>
  announce(subjects: readonly string[]): void
}

/** Something in the command line is not as it should be: one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const USAGE = `npm run admin -- create EMAIL            make an admin (a student with this e-mail becomes one)
npm run admin -- password EMAIL          give an admin a new password
npm run admin -- end-sessions EMAIL      sign a user out everywhere
npm run admin -- maintenance on|off      close the site to all but admins, or open it again`

const BY_COMMAND_LINE = { email: 'command line', studentId: null }

/** Carries out one command line and gives what to print. */
export async function runCommand(tools: AdminTools, [command, argument, ...rest]: readonly string[]): Promise<string> {
  if (argument === undefined || rest.length > 0) throw new CommandError(USAGE)
  switch (command) {
    case 'create':
      return createAdmin(tools, emailOf(argument))
    case 'password':
      return newPassword(tools, emailOf(argument))
    case 'end-sessions':
      return endAllSessions(tools, emailOf(argument))
    case 'maintenance':
      return maintenance(tools, argument)
    default:
      throw new CommandError(USAGE)
  }
}

function emailOf(text: string): string {
  const parsed = emailField.safeParse(text)
  if (!parsed.success) throw new CommandError('That does not look like an e-mail address')
  return parsed.data
}

const inventPassword = () => randomBytes(12).toString('base64url')

async function createAdmin({ db, announce }: AdminTools, email: string): Promise<string> {
  const password = inventPassword()
  const passwordHash = await hashPassword(password)
  const id = await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email, firstName: 'Admin', lastName: '', role: 'admin', passwordHash, emailProvenAt: sql`now()` })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', passwordHash, emailProvenAt: sql`now()` } })
      .returning({ id: users.id })
    if (!user) throw new Error('The admin was not made')
    await endSessions(tx, user.id)
    await writeLog(tx, { kind: 'user', message: `Made ${email} an admin`, ...BY_COMMAND_LINE })
    return user.id
  })
  announce([accountSubject(id)])
  return `${email} is an admin now, with the password ${password}  (shown only this once)`
}

async function newPassword({ db, throttles, announce }: AdminTools, email: string): Promise<string> {
  const user = await find(db, email)
  if (user.role !== 'admin') throw new CommandError(`${email} is no admin: a student sets a new password on the site`)
  const password = inventPassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endSessions(tx, user.id)
    await writeLog(tx, { kind: 'user', message: `Gave ${email} a new password`, ...BY_COMMAND_LINE })
  })
  announce([accountSubject(user.id)])
  await throttles.loginSucceeded(email)
  return `The password of ${email} is ${password}  (shown only this once)`
}

async function endAllSessions({ db, announce }: AdminTools, email: string): Promise<string> {
  const { id } = await find(db, email)
  await db.transaction(async (tx) => {
    await endSessions(tx, id)
    await writeLog(tx, { kind: 'user', message: `Signed ${email} out everywhere`, ...BY_COMMAND_LINE })
  })
  announce([accountSubject(id)])
  return `${email} is signed out everywhere`
}

async function maintenance({ db, announce }: AdminTools, state: string): Promise<string> {
  if (state !== 'on' && state !== 'off') throw new CommandError('Maintenance is on or off')
  const said = await switchSite(db, state === 'off', BY_COMMAND_LINE)
  announce(['site'])
  return said
}

async function find(db: Db, email: string) {
  const [user] = await db.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (!user) throw new CommandError(`There is no user ${email}`)
  return user
}
