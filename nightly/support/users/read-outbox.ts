import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import type { Client } from './client.ts'

const MAIL_WITHIN_MS = 30_000

/** The emails that a product without SMTP has written. */
export async function readOutbox(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.eml')) : []
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}

async function readCodes(dataDir: string, email: string): Promise<string[]> {
  const mails = (await readOutbox(dataDir)).filter(({ to }) => to?.some(({ address }) => address === email))
  return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text ?? '') ?? [])
}

/** Asks for a reset code and returns it once its email is there. */
export async function askForResetCode(client: Client, dataDir: string, email: string): Promise<string> {
  const earlier = await readCodes(dataDir, email)
  await client.call('forgotPass', { email })
  const deadline = performance.now() + MAIL_WITHIN_MS
  for (;;) {
    const codes = await readCodes(dataDir, email)
    for (const code of earlier) if (codes.includes(code)) codes.splice(codes.indexOf(code), 1)
    if (codes[0] !== undefined) return codes[0]
    if (performance.now() > deadline) throw new Error('The code did not arrive')
    await sleep(50)
  }
}
