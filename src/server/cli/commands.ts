import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { email as emailField } from '#contract/schemas/fields.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { setSiteRunning } from '#server/features/site/set-maintenance.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** What `npm run admin` works with, in the server's process or in its own. */
export interface AdminTools {
  db: Db
  throttles: Pick<Throttles, 'clearLoginFailures'>
  invalidate(tags: readonly string[]): void
}

/** Something in the command line is not as it should be: one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const USAGE = `npm run admin -- create EMAIL            make an admin (a student with this e-mail becomes one)
npm run admin -- password EMAIL          give an admin a new password
npm run admin -- end-sessions EMAIL      sign a user out everywhere
npm run admin -- maintenance on|off      close the site to all but admins, or open it again`

const COMMAND_LINE_ACTOR = { email: 'command line', studentId: null }

/** Carries out one command line and gives what to print. */
export async function runCommand(tools: AdminTools, [command, argument, ...rest]: readonly string[]): Promise<string> {
  if (argument === undefined || rest.length > 0) throw new CommandError(USAGE)
  switch (command) {
    case 'create':
      return createAdmin(tools, parseEmail(argument))
    case 'password':
      return resetPassword(tools, parseEmail(argument))
    case 'end-sessions':
      return endAllSessions(tools, parseEmail(argument))
    case 'maintenance':
      return switchMaintenance(tools, argument)
    default:
      throw new CommandError(USAGE)
  }
}

function parseEmail(text: string): string {
  const parsed = emailField.safeParse(text)
  if (!parsed.success) throw new CommandError('Enter a valid email address')
  return parsed.data
}

const generatePassword = () => randomBytes(12).toString('base64url')

async function createAdmin({ db, invalidate }: AdminTools, email: string): Promise<string> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const id = await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email, firstName: 'Admin', lastName: '', role: 'admin', passwordHash, emailVerifiedAt: sql`now()` })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', passwordHash, emailVerifiedAt: sql`now()` } })
      .returning({ id: users.id })
    if (!user) throw new Error('The admin was not made')
    await endSessions(tx, user.id)
    await writeLog(tx, { kind: 'user', message: `Made ${email} an admin`, ...COMMAND_LINE_ACTOR })
    return user.id
  })
  invalidate([toAccountTag(id)])
  return `${email} is an admin now, with the password ${password}  (shown only this once)`
}

async function resetPassword({ db, throttles, invalidate }: AdminTools, email: string): Promise<string> {
  const user = await findUser(db, email)
  if (user.role !== 'admin') throw new CommandError(`${email} is no admin: a student sets a new password on the site`)
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endSessions(tx, user.id)
    await writeLog(tx, { kind: 'user', message: `Gave ${email} a new password`, ...COMMAND_LINE_ACTOR })
  })
  invalidate([toAccountTag(user.id)])
  await throttles.clearLoginFailures(email)
  return `The password of ${email} is ${password}  (shown only this once)`
}

async function endAllSessions({ db, invalidate }: AdminTools, email: string): Promise<string> {
  const { id } = await findUser(db, email)
  await db.transaction(async (tx) => {
    await endSessions(tx, id)
    await writeLog(tx, { kind: 'user', message: `Signed ${email} out everywhere`, ...COMMAND_LINE_ACTOR })
  })
  invalidate([toAccountTag(id)])
  return `${email} is signed out everywhere`
}

async function switchMaintenance({ db, invalidate }: AdminTools, state: string): Promise<string> {
  if (state !== 'on' && state !== 'off') throw new CommandError('Maintenance is on or off')
  const message = await setSiteRunning(db, state === 'off', COMMAND_LINE_ACTOR)
  invalidate(['site'])
  return message
}

async function findUser(db: Db, email: string) {
  const [user] = await db.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (!user) throw new CommandError(`There is no user ${email}`)
  return user
}
