import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'

export interface OutgoingEmail {
  /** The same for each try of one mail, so that who got it twice can tell. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Takes a message for good, or throws; when told to, at once. */
export type Deliver = (message: OutgoingEmail, signal: AbortSignal) => Promise<void>

/** Longer than any server worth waiting for takes for one step. */
const SMTP_TIMEOUT_MS = 15_000

function toMailOptions({ id, to, ...message }: OutgoingEmail, from: string): SendMailOptions {
  return {
    ...message,
    from,
    // As an address and not as a list of them to be read.
    to: { name: '', address: to },
    messageId: `<${id}@${/@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export function createSmtpDelivery(url: string, from: string): Deliver {
  return async (message, signal) => {
    const { createTransport } = await import('nodemailer')
    const server = createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    })
    await server.sendMail({ ...toMailOptions(message, from), signal })
  }
}

/** Without a mail server each mail is a file that a mail program opens. Only the server's own user may read it. */
export function createOutboxDelivery(folder: string, from: string): Deliver {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { message: bytes } = await writer.sendMail(toMailOptions(message, from))
    const file = join(folder, `${message.id}.eml`)
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600, flush: true })
    await rename(`${file}.part`, file)
  }
}

/**
 * True when the server will never take this mail, such as for an address that it does not know. Not when it does not let
 * us send at all: that is for the operator to mend, and the mails wait.
 */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return (error.command === 'RCPT TO' || error.command === 'DATA') && Number(error.responseCode) >= 500
}
