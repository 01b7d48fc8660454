import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import type { Client } from './client.ts'

const MAIL_WITHIN_MS = 30_000

const getFolder = (dataDir: string) => join(dataDir, 'outbox')

function listMails(dataDir: string): string[] {
  const folder = getFolder(dataDir)
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.eml')) : []
}

const readMail = (dataDir: string, file: string) => PostalMime.parse(readFileSync(join(getFolder(dataDir), file)))

/** The emails that a product without SMTP has written. */
export const readOutbox = (dataDir: string): Promise<Email[]> =>
  Promise.all(listMails(dataDir).map((file) => readMail(dataDir, file)))

/** Asks for a reset code and returns it once its email is there. */
export async function askForResetCode(client: Client, dataDir: string, email: string): Promise<string> {
  const read = new Set(listMails(dataDir))
  await client.call('forgotPass', { email })
  const deadline = performance.now() + MAIL_WITHIN_MS
  for (;;) {
    for (const file of listMails(dataDir).filter((one) => !read.has(one))) {
      read.add(file)
      const { to, text } = await readMail(dataDir, file)
      const [code] = /\b\d{6}\b/.exec(text ?? '') ?? []
      if (code !== undefined && to?.some(({ address }) => address === email)) return code
    }
    if (performance.now() > deadline) throw new Error('The code did not arrive')
    await sleep(50)
  }
}
