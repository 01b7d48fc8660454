import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from './env.ts'
import { mails } from './platform/db/schema.ts'
import { serve } from './serve.ts'
import { createTestDatabase } from './testing/test-db.ts'

test('a server whose port is taken ends what it has begun before it fails', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const own = await createTestDatabase()
  onTestFinished(() => own.drop())
  const { database, databaseUrl, dataDir } = own
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' }
  await database.db.insert(mails).values({ kind: 'reset-code', toEmail: 'mara@mail.example' })
  const serving = serve({
    env: readEnv({ ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }),
    database,
    // Without it there are no pages.
    pages: { renderPage: () => Promise.reject(new Error('No page is read')), clientFolder: join(dataDir, 'client') },
    beforeListen: () => {},
  })
  await expect(serving).rejects.toThrow('EADDRINUSE')
  // It was sent, or not begun.
  const waiting = await database.db.select({ tries: mails.tries }).from(mails)
  expect(waiting).toEqual(waiting.map(() => ({ tries: 0 })))
  expect(existsSync(join(dataDir, '.admin'))).toBe(false)
})
