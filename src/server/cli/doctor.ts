import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { type Env, readEnv, SettingError } from '#server/env.ts'
import { getProviderNames } from '#server/features/payments/create-payments.ts'
import { warnAboutPayments } from '#server/features/payments/warn-about-payments.ts'
import { warnAboutSettings } from '#server/features/site/set-up-warnings.ts'
import { checkNode } from '#server/features/system/checks/check-node.ts'
import { checkNames } from '#server/features/system/checks/check-settings.ts'
import { ok, problem } from '#server/features/system/checks/check.ts'
import { runChecks, runChecksWithoutDatabase } from '#server/features/system/checks/run-checks.ts'
import { createLocalTarget, readEnvFile } from '#server/features/system/system-report.ts'
import { warnAboutSecretKey } from '#server/features/two-factor/warn-about-secret-key.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { createOutboxDelivery, createSmtpDelivery } from '#server/platform/mail/delivery.ts'
import { openSecretBoxForReading } from '#server/platform/secrets/secret-box.ts'
import { createWarnings, type Warnings } from '#server/platform/warnings.ts'
import { hasDemo } from '#server/demo/has-demo.ts'
import { warnAboutAdminPassword } from './ensure-admin.ts'
import { CommandError } from './commands.ts'
import { sendToRunningServer } from './control-socket.ts'
import { formatChecks } from './doctor-report.ts'
import { openDiskSpace } from '#server/open-storage.ts'
import { openForCommand } from './open-for-command.ts'

export const DOCTOR_USAGE = `npm run doctor                           look for what is wrong, and say how to mend it
npm run doctor -- --send-mail EMAIL      the same, and send a test email to EMAIL`

interface Diagnosis {
  text: string
  hasProblem: boolean
}

/** Beside a running server or without one. Changes nothing. */
export async function doctor(args: readonly string[], settings = process.env): Promise<Diagnosis> {
  const recipient = parseArguments(args)
  const checks = await findChecks(settings, recipient)
  return { text: formatChecks(checks), hasProblem: checks.some(({ status }) => status === 'error') }
}

function parseArguments([option, email, ...rest]: readonly string[]): string | undefined {
  if (option === undefined) return undefined
  if (option !== '--send-mail' || email === undefined || rest.length > 0 || !email.includes('@'))
    throw new CommandError(DOCTOR_USAGE)
  return email
}

async function findChecks(settings: NodeJS.ProcessEnv, recipient: string | undefined): Promise<SystemCheck[]> {
  let env: Env
  try {
    env = readEnv(settings)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    // The server would not start either, and the other checks need the settings.
    const found = problem({ code: 'settings', area: 'settings', title: 'Settings' }, `${error.message}.`)
    return [found, checkNames({ environment: settings, envFile: readEnvFile() }), checkNode()]
  }
  const checks = (await askRunningServer(env)) ?? (await runHere(env, settings))
  return recipient === undefined ? checks : [...checks, await sendMail(env, recipient)]
}

/** The embedded database has one connection, which a running server holds. */
async function askRunningServer({ databaseUrl, dataDir }: Env): Promise<SystemCheck[] | undefined> {
  if (databaseUrl !== undefined) return undefined
  const answer = await sendToRunningServer(dataDir, ['doctor'])
  if (!answer) return undefined
  if (!answer.ok) throw new CommandError(answer.text)
  return JSON.parse(answer.text) as SystemCheck[]
}

async function runHere(env: Env, environment: NodeJS.ProcessEnv): Promise<SystemCheck[]> {
  const warnings = createWarnings()
  warnAboutSettings(env, warnings)
  // The checks of files say what is wrong when it can't be read.
  await openDiskSpace(env, warnings)
    .check()
    .catch(() => null)
  const opened = await openDatabase(env)
  if ('reason' in opened)
    return runChecksWithoutDatabase({ ...createLocalTarget(env, warnings), environment }, opened.reason)
  try {
    // The check of the database says whether it answers.
    await warnAsAtStart(opened, env, warnings).catch(() => null)
    return await runChecks({ ...createLocalTarget(env, warnings), environment, database: opened })
  } finally {
    await opened.close()
  }
}

async function warnAsAtStart(database: Database, env: Env, warnings: Warnings): Promise<void> {
  warnAboutPayments(env, getProviderNames(env.payments, await hasDemo(database, env)), warnings)
  await warnAboutAdminPassword(database.db, env, warnings)
  await warnAboutSecretKey(database.db, openSecretBoxForReading(env), warnings)
}

/** The database, or why it cannot be opened. */
async function openDatabase(env: Env): Promise<Database | { reason: SystemCheck }> {
  const finding = { code: 'database_reachable', area: 'database', title: 'Connection' } as const
  const missing = env.databaseUrl === undefined ? findMissingData(env.dataDir) : undefined
  if (missing !== undefined) return { reason: problem(finding, missing) }
  try {
    return await openForCommand(env)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return {
      reason: problem(finding, error instanceof CommandError ? text : `The embedded database did not start: ${text}`),
    }
  }
}

function findMissingData(dataDir: string): string | undefined {
  try {
    statSync(join(dataDir, 'database'))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES')
      return `${userInfo().username} may not look into ${dataDir}. Run this as the server’s user, with systemd by deploy/learn-lantern-command.`
    if (code === 'ENOTDIR') return `A file is where ${dataDir} should be. Correct DATA_DIR.`
    return `No data found in ${dataDir}. Run npm start first, or set DATA_DIR.`
  }
}

async function sendMail(env: Env, to: string): Promise<SystemCheck> {
  const finding = { code: 'mail_sent', area: 'mail', title: 'Test email' } as const
  const deliver = env.smtpUrl
    ? createSmtpDelivery(env.smtpUrl, env.mailFrom)
    : createOutboxDelivery(join(env.dataDir, 'outbox'), env.mailFrom)
  const text = `This email was sent by npm run doctor of ${env.publicUrl}. Your mail server accepts emails from it.`
  const message = { id: `doctor-${Date.now().toString(36)}`, to, subject: 'Test email from Learn Lantern', text }
  try {
    await deliver({ ...message, html: `<p>${text}</p>` }, AbortSignal.timeout(30_000))
    return ok(finding, env.smtpUrl ? `The mail server accepted it for ${to}.` : 'It was written to DATA_DIR/outbox.')
  } catch (error) {
    return problem(finding, `It was not accepted: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
}
