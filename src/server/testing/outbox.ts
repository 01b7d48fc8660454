import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'

export const getOutboxFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'outbox')

export async function findMailsTo(app: { dataDir: string }, email: string): Promise<Email[]> {
  const folder = getOutboxFolder(app)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

export function waitForMailTo(app: { dataDir: string }, email: string, subject: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const found = (await findMailsTo(app, email)).find((mail) => mail.subject === subject)
      if (!found) throw new Error(`No mail "${subject}" to ${email}`)
      return found
    },
    { timeout: 5_000 },
  )
}
