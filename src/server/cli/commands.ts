import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { AuditAction, AuditFields } from '#contract/audit-actions.ts'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { email as emailField } from '#contract/schemas/fields.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { checkLedger } from '#server/features/payments/check-ledger.ts'
import { checkProgress } from '#server/features/progress/check-progress.ts'
import { removeSecondFactors } from '#server/features/two-factor/second-factors.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { clearSignIns } from './clear-sign-ins.ts'
import { setSiteRunning } from '#server/features/site/set-maintenance.ts'
import { COMMAND_LINE, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { readAuditedUser } from './read-audited-user.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { WriteScope } from '#server/pipeline/write-scope.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

export interface AdminTools {
  db: Db
  throttles: Pick<Throttles, 'unlockAccount'>
  bus: Pick<Bus, 'transaction' | 'invalidate'>
  /** On a running server with the embedded database. Returns the text to print. */
  createBackup?: (location: string | undefined) => Promise<string>
  /** Only in a running server. */
  readChecks?: () => Promise<SystemCheck[]>
}

type CommandTools = Pick<AdminTools, 'throttles'> & Pick<WriteScope, 'db' | 'invalidate'>

/** The message is shown to the user of the command line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const USAGE = `npm run admin -- create EMAIL            create an admin, or promote a student
npm run admin -- password EMAIL          reset the password of an admin
npm run admin -- end-sessions EMAIL      sign a user out on all devices
npm run admin -- remove-second-factor EMAIL  turn two-step verification off for a user who lost everything
npm run admin -- maintenance on|off      close the site to everyone but admins, or reopen it
npm run admin -- check-ledger            compare orders, payments, refunds and access
npm run admin -- check-progress          compare progress with the events it is derived from`

/** What the control socket can answer. */
const MAX_DIFFERENCES = 50
const CHANGE_ADMIN = 'use password for a new password, or remove-second-factor to turn two-step verification off.'
const COMMAND_LINE_ACTOR = { email: 'command line', studentId: null }

/** Returns the text to print. */
export async function runCommand(tools: AdminTools, args: readonly string[]): Promise<string> {
  const { db, throttles, bus, readChecks, createBackup } = tools
  // For `npm run doctor`, which formats it.
  if (args.length === 1 && args[0] === 'doctor' && readChecks) return JSON.stringify(await readChecks())
  if (args[0] === 'backup' && createBackup) return createBackup(args[1])
  const scope = new WriteScope(db, bus, [])
  const text = await execute({ db: scope.db, throttles, invalidate: (tags) => scope.invalidate(tags) }, args)
  await scope.finish()
  return text
}

async function execute(tools: CommandTools, [command, argument, ...rest]: readonly string[]): Promise<string> {
  if (command === 'check-ledger' && argument === undefined)
    return reportDifferences(await checkLedger(tools.db), 'Orders, payments, refunds and access agree.')
  if (command === 'check-progress' && argument === undefined)
    return reportDifferences(await checkProgress(tools.db), 'Progress and its events agree.')
  if (argument === undefined || rest.length > 0) throw new CommandError(USAGE)
  switch (command) {
    case 'create':
      return createAdmin(tools, parseEmail(argument))
    case 'password':
      return resetPassword(tools, parseEmail(argument))
    case 'end-sessions':
      return endAllSessions(tools, parseEmail(argument))
    case 'remove-second-factor':
      return removeSecondFactor(tools, parseEmail(argument))
    case 'maintenance':
      return switchMaintenance(tools, argument)
    default:
      throw new CommandError(USAGE)
  }
}

function parseEmail(text: string): string {
  const parsed = emailField.safeParse(text)
  if (!parsed.success) throw new CommandError('Enter a valid email address.')
  return parsed.data
}

const generatePassword = () => randomBytes(12).toString('base64url')

async function createAdmin({ db, throttles, invalidate }: CommandTools, email: string): Promise<string> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const note = await db.transaction(async (tx) => {
    const before = await readAuditedUser(tx, email)
    if (before?.role === 'admin') throw new CommandError(`${email} is already an admin: ${CHANGE_ADMIN}`)
    const [user] = await tx
      .insert(users)
      .values({ email, firstName: 'Admin', lastName: '', role: 'admin', passwordHash, emailVerifiedAt: sql`now()` })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', passwordHash, emailVerifiedAt: sql`now()` } })
      .returning({ id: users.id })
    if (!user) throw new Error('The admin was not created')
    const hadSecondFactor = await clearSignIns(tx, user.id)
    const change = { before, after: { ...(await readAuditedUser(tx, email)), password: 'a new one' } }
    await writeLog(tx, { kind: 'user', message: `Made ${email} an admin`, ...COMMAND_LINE_ACTOR })
    await auditUser(tx, before ? 'user.promote' : 'user.create', { id: user.id, email, ...change })
    // Comments and reviews say which authors are staff.
    invalidate([toAccountTag(user.id), 'comments', 'reviews'])
    return hadSecondFactor ? ' Two-step verification was turned off.' : ''
  })
  await throttles.unlockAccount(email)
  return `${email} is now an admin.${note} Password (shown once): ${password}`
}

async function resetPassword({ db, throttles, invalidate }: CommandTools, email: string): Promise<string> {
  const user = await findUser(db, email)
  if (user.role !== 'admin')
    throw new CommandError(`${email} is not an admin. Students reset their password on the site.`)
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    const before = { ...(await readAuditedUser(tx, email)), password: 'the old one' }
    await endSessions(tx, user.id)
    invalidate([toAccountTag(user.id)])
    await writeLog(tx, { kind: 'user', message: `Reset the password of ${email}`, ...COMMAND_LINE_ACTOR })
    const after = { ...(await readAuditedUser(tx, email)), password: 'a new one' }
    await auditUser(tx, 'user.reset_password', { id: user.id, email, before, after })
  })
  await throttles.unlockAccount(email)
  return `New password of ${email} (shown once): ${password}`
}

async function endAllSessions({ db, invalidate }: CommandTools, email: string): Promise<string> {
  const { id } = await findUser(db, email)
  await db.transaction(async (tx) => {
    const before = await readAuditedUser(tx, email)
    await endSessions(tx, id)
    invalidate([toAccountTag(id)])
    await writeLog(tx, { kind: 'user', message: `Signed ${email} out on all devices`, ...COMMAND_LINE_ACTOR })
    await auditUser(tx, 'user.sign_out', { id, email, before, after: await readAuditedUser(tx, email) })
  })
  return `${email} was logged out on all devices.`
}

async function removeSecondFactor({ db, invalidate }: CommandTools, email: string): Promise<string> {
  const { id } = await findUser(db, email)
  await db.transaction(async (tx) => {
    const before = await readAuditedUser(tx, email)
    if (!(await removeSecondFactors(tx, id))) throw new CommandError(`${email} has no second factor.`)
    await endSessions(tx, id)
    invalidate([toAccountTag(id)])
    await queueMail(tx, {
      kind: 'second-factor-changed',
      toEmail: email,
      userId: id,
      detail: 'The operator of the site turned two-step verification off',
    })
    await writeLog(tx, { kind: 'user', message: `Removed the second factor of ${email}`, ...COMMAND_LINE_ACTOR })
    const after = await readAuditedUser(tx, email)
    await auditUser(tx, 'user.remove_second_factor', { id, email, before, after })
  })
  return `${email} logs in without a second step now, and was logged out on all devices.`
}

async function switchMaintenance({ db, invalidate }: CommandTools, state: string): Promise<string> {
  if (state !== 'on' && state !== 'off') throw new CommandError('Use maintenance on or maintenance off.')
  // Before the transaction, which sends it.
  invalidate(['site'])
  return setSiteRunning(db, state === 'off', { actor: COMMAND_LINE })
}

interface AuditedChange extends Record<'before' | 'after', AuditFields | undefined> {
  id: number
  email: string
}

const auditUser = (tx: Tx, action: AuditAction, { id, email, before = {}, after = {} }: AuditedChange) =>
  writeAudit(tx, { actor: COMMAND_LINE, action, subject: { kind: 'user', id, name: email }, before, after })

/** With differences it fails, so that a nightly job notices. */
function reportDifferences(differences: readonly string[], agreed: string): string {
  if (differences.length === 0) return agreed
  const hidden = differences.length - MAX_DIFFERENCES
  const more = hidden > 0 ? [`and ${hidden} more`] : []
  throw new CommandError([...differences.slice(0, MAX_DIFFERENCES), ...more].join('\n'))
}

async function findUser(db: Db, email: string) {
  const [user] = await db.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (!user) throw new CommandError(`No user has the email ${email}.`)
  return user
}
