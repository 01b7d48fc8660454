import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { verifySmtp } from '#server/platform/mail/delivery.ts'
import { type CheckTarget, ok, problem, warning } from './check.ts'

const SERVER = { code: 'mail_server', area: 'mail', title: 'Mail server' } as const
const QUEUE = { code: 'mail_queue', area: 'mail', title: 'Mail queue' } as const
/** An email usually leaves within a second. */
const LATE_AFTER_MINUTES = 10

export async function checkMail({ env, database }: CheckTarget): Promise<SystemCheck[]> {
  const { smtpUrl } = env
  return [smtpUrl === undefined ? createOutboxWarning() : await checkServer(smtpUrl), await checkQueue(database)]
}

const createOutboxWarning = () =>
  warning(SERVER, 'Emails are written to files in DATA_DIR/outbox. Set SMTP_URL so that users receive them.')

/** Connects, says EHLO and logs in. Sends nothing. */
async function checkServer(smtpUrl: string): Promise<SystemCheck> {
  const { host } = new URL(smtpUrl)
  try {
    await verifySmtp(smtpUrl)
    return ok(SERVER, `${host} accepts the connection and the login.`)
  } catch (error) {
    return problem(SERVER, `${host}: ${describeFailure(error)} Emails wait and are sent when this is mended.`)
  }
}

const ADVICE: Record<string, string> = {
  EAUTH: 'the login was refused. Check the user and the password in SMTP_URL.',
  EDNS: 'the name was not found. Check the host in SMTP_URL.',
  ENOTFOUND: 'the name was not found. Check the host in SMTP_URL.',
  ECONNECTION: 'no connection. Check the host and the port in SMTP_URL, and the firewall.',
  ECONNREFUSED: 'no connection. Check the host and the port in SMTP_URL, and the firewall.',
  ETIMEDOUT: 'no answer. Check the host and the port in SMTP_URL, and the firewall.',
  ESOCKET: 'no connection. Check the host and the port in SMTP_URL, and whether it must begin with smtps.',
  ETLS: 'no secure connection. Check the server’s certificate, and whether SMTP_URL must begin with smtps.',
}

function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ADVICE[code] ?? `the server refused (${code || 'unknown error'}).`
}

async function checkQueue({ db }: CheckTarget['database']): Promise<SystemCheck> {
  const { rows } = await db.execute<{ waiting: number; late: number }>(sql`
    select
      count(*)::int as waiting,
      count(*) filter (where created_at < now() - make_interval(mins => ${LATE_AFTER_MINUTES}))::int as late
    from mails
  `)
  const { waiting = 0, late = 0 } = rows[0] ?? {}
  if (late === 0) return ok(QUEUE, waiting === 0 ? 'No email waits.' : `${waiting} waiting to be sent.`)
  return warning(
    QUEUE,
    `${late} ${late === 1 ? 'email has' : 'emails have'} waited for more than ${LATE_AFTER_MINUTES} minutes. They are tried again for three days: mend the mail server before.`,
  )
}
