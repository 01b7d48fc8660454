import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

/** The newest mail to this address whose subject fits, as the server left it in its outbox; waits for it. */
export async function waitForEmail(address: string, subject: RegExp): Promise<Email> {
  let foundEmail: Email | undefined
  await expect
    .poll(
      async () => {
        const emails = (await readOutbox()).filter((email) => email.to?.some((to) => to.address === address))
        foundEmail = emails.findLast((email) => subject.test(email.subject ?? ''))
        return foundEmail !== undefined
      },
      { message: `a mail to ${address}`, timeout: 15_000 },
    )
    .toBe(true)
  if (!foundEmail) throw new Error('no mail')
  return foundEmail
}

/** In the order in which they were queued. */
async function readOutbox(): Promise<Email[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  // Made with the first mail.
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  const sortedFiles = files.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  return Promise.all(sortedFiles.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}
