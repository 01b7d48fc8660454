import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import { verifySmtp } from '#server/platform/mail/delivery.ts'
import { type CheckTarget, type LocalTarget, ok, problem, warning } from './check.ts'

const SERVER = { code: 'mail_server', area: 'mail', title: 'Mail server' } as const
const QUEUE = { code: 'mail_queue', area: 'mail', title: 'Mail queue' } as const
/** An email usually leaves within a second. */
const LATE_AFTER_MINUTES = 10

export async function checkMailServer({ env: { smtpUrl } }: Pick<LocalTarget, 'env'>): Promise<SystemCheck[]> {
  return [smtpUrl === undefined ? createOutboxWarning() : await checkServer(smtpUrl)]
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

/** What the error's code or text is, in the order in which they are looked for: ESOCKET alone says little. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^EAUTH/, 'the login was refused. Check the user and the password in SMTP_URL.'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'the name was not found. Check the host in SMTP_URL.'],
  [
    /wrong version number|packet length too long/i,
    'it does not begin with TLS on this port. Begin SMTP_URL with smtp:// for STARTTLS (port 587), and with smtps:// for port 465 only.',
  ],
  [
    /Hostname\/IP does not match|ALTNAME/i,
    'its certificate is for another name. Set the host in SMTP_URL to that name.',
  ],
  [
    /self.signed|unable to (verify|get)|SELF_SIGNED|UNABLE_TO/i,
    'its certificate is self-signed, or its issuer is unknown. Install one that is trusted, or name the issuer’s file in NODE_EXTRA_CA_CERTS.',
  ],
  [/certificate has expired|CERT_HAS_EXPIRED/i, 'its certificate has expired. Renew it there.'],
  [/ECONNREFUSED/, 'nothing listens on this port. Check the host and the port in SMTP_URL.'],
  [
    /ETIMEDOUT|Greeting never received/,
    'no answer. Check the host and the port in SMTP_URL, and the firewall: many hosts block port 25.',
  ],
  [/ETLS/, 'no secure connection. Check the server’s certificate, and whether SMTP_URL must begin with smtps.'],
  [/ESOCKET|ECONNECTION|ECONN/, 'no connection. Check the host and the port in SMTP_URL, and the firewall.'],
]

function describeFailure(error: unknown): string {
  const code = getErrorCode(error)
  const text = `${code} ${error instanceof Error ? error.message : ''}`
  return ADVICE.find(([pattern]) => pattern.test(text))?.[1] ?? `the server refused (${code || 'unknown error'}).`
}

export async function checkMailQueue({ database }: Pick<CheckTarget, 'database'>): Promise<SystemCheck[]> {
  const { rows } = await database.db.execute<{ waiting: number; late: number }>(sql`
    select
      count(*)::int as waiting,
      count(*) filter (where kind <> 'test' and created_at < now() - make_interval(mins => ${LATE_AFTER_MINUTES}))::int as late
    from mails
  `)
  const { waiting = 0, late = 0 } = rows[0] ?? {}
  if (late === 0) return [ok(QUEUE, waiting === 0 ? 'No email waits.' : `${waiting} waiting to be sent.`)]
  return [
    warning(
      QUEUE,
      `${late} ${late === 1 ? 'email has' : 'emails have'} waited for more than ${LATE_AFTER_MINUTES} minutes. They are tried again for three days: mend the mail server before.`,
    ),
  ]
}
