import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'

export const outboxOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'outbox')

/** What lies in the outbox for this address. */
export async function mailsTo(app: { dataDir: string }, email: string): Promise<Email[]> {
  const folder = outboxOf(app)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

/** The mail with this subject to this address, as soon as it is there. */
export function mailTo(app: { dataDir: string }, email: string, subject: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const found = (await mailsTo(app, email)).find((mail) => mail.subject === subject)
      if (!found) throw new Error(`No mail "${subject}" to ${email}`)
      return found
    },
    { timeout: 5_000 },
  )
}
