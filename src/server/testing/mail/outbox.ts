import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { eventually } from '#server/testing/eventually.ts'

export const getOutboxFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'outbox')

/** Files in the outbox never change, and polling would parse them again and again. */
const parsedMails = new Map<string, Promise<Email>>()

function parseMail(path: string): Promise<Email> {
  const mail = parsedMails.get(path) ?? PostalMime.parse(readFileSync(path))
  parsedMails.set(path, mail)
  return mail
}

export async function findMailsTo(app: { dataDir: string }, email: string): Promise<Email[]> {
  const folder = getOutboxFolder(app)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(files.map((name) => parseMail(join(folder, name))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

export function waitForMailTo(app: { dataDir: string }, email: string, subject: string): Promise<Email> {
  return eventually(async () => {
    const found = (await findMailsTo(app, email)).find((mail) => mail.subject === subject)
    if (!found) throw new Error(`No mail "${subject}" to ${email}`)
    return found
  })
}
