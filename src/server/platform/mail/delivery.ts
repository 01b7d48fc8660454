import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'

export interface EmailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface RenderedEmail {
  subject: string
  html: string
  /** The same content as plain text. */
  text: string
  attachments?: EmailAttachment[]
  /** True when every attempt contains a new code or link. */
  changesPerAttempt?: boolean
}

export interface OutgoingEmail extends Pick<RenderedEmail, 'subject' | 'html' | 'text' | 'attachments'> {
  /** Becomes the Message-ID: the same for every attempt, so that mailboxes can drop a duplicate. */
  id: string
  to: string
}

/** Resolves once the email is accepted, and rejects at once when the signal aborts. */
export type Deliver = (message: OutgoingEmail, signal: AbortSignal) => Promise<void>

/** Per step of the protocol. */
const SMTP_TIMEOUT_MS = 15_000
/** Somebody waits for the result. */
const VERIFY_TIMEOUT_MS = 5_000

function toMailOptions({ id, to, ...message }: OutgoingEmail, from: string): SendMailOptions {
  return {
    ...message,
    from,
    // An object, because nodemailer parses a string as a list of addresses.
    to: { name: '', address: to },
    messageId: `<${id}@${/@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function connectSmtp(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
}

/** Connects and logs in without sending, or rejects with the server's refusal. */
export async function verifySmtp(url: string): Promise<void> {
  const server = await connectSmtp(url, VERIFY_TIMEOUT_MS)
  await server.verify()
}

export function createSmtpDelivery(url: string, from: string): Deliver {
  return async (message, signal) => {
    const server = await connectSmtp(url, SMTP_TIMEOUT_MS)
    await server.sendMail({ ...toMailOptions(message, from), signal })
  }
}

/** Writes .eml files instead of sending. Readable by the server's own user only, because they contain codes. */
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

/** RFC 3463: a policy of a server, such as a missing SPF record, a blocked address or a forbidden relay. */
const POLICY_CODE = /\b5\.7\.\d/

/**
 * True when the server will never accept this email, for example for an unknown mailbox. A refusal of the sender, the
 * login or by a policy is not permanent: the operator can fix it, and the emails stay queued.
 */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  if (POLICY_CODE.test(error.message)) return false
  return (error.command === 'RCPT TO' || error.command === 'DATA') && Number(error.responseCode) >= 500
}

/** For an address that does not exist, such as a mistyped one: nothing is wrong here. */
export const isMailboxRefused = (error: unknown): boolean =>
  isPermanentFailure(error) && (error as { command?: string }).command === 'RCPT TO'
