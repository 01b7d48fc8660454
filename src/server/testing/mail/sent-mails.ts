import type { Email } from 'postal-mime'
import { mails } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { findMailsTo } from './outbox.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** After this a missing email will not arrive. */
export async function waitUntilAllSent({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await eventually(async () => {
    const queued = await db.select({ kind: mails.kind }).from(mails)
    if (queued.length > 0) throw new Error(`Queued: ${queued.map(({ kind }) => kind).join()}`)
  })
}

/** Oldest first. */
export async function getSentMails(t: Pick<TestApp, 'db' | 'dataDir'>, email: string): Promise<Email[]> {
  await waitUntilAllSent(t)
  // The id counts in the order of the queue (mailer.ts).
  const getId = ({ messageId }: Email) => Number(/^<[^-]+-(\d+)-/.exec(messageId ?? '')?.[1])
  return (await findMailsTo(t, email)).sort((one, other) => getId(one) - getId(other))
}

export async function requestResetCode(t: Pick<TestApp, 'call' | 'db' | 'dataDir'>, email: string): Promise<string> {
  await t.call('forgotPass', { email })
  return extractCode((await getSentMails(t, email)).at(-1))
}

export function extractCode(mail: Email | undefined): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No code in the mail "${mail?.subject}"`)
  return code
}

export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
