import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { borrowTestDatabase, NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'

const { toStartError } = (await import(join(PROJECT_ROOT, 'scripts/to-start-error.mjs'))) as {
  toStartError: (error: unknown) => unknown
}

test('says that a port is in use, and how to choose another one', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const server = createServer().listen(port, '127.0.0.1')
  const [error] = (await once(server, 'error')) as [Error]
  expect(toStartError(error)).toBe(
    `Port ${port} is already in use. Stop the other program, or set PORT to a free port; with systemd start learn-lantern@PORT.`,
  )
})

test('says that the data folder can’t be written, and what to do', () => {
  const error = new Error("EROFS: read-only file system, open '/data/lock.7.x'")
  expect(toStartError(error)).toBe(
    "The data folder can't be written (EROFS: read-only file system, open '/data/lock.7.x'). Make it writable for this user, or set DATA_DIR.",
  )
})

test.skipIf(ON_SERVER)(`says so for what the embedded database’s process reports${NEEDS_EMBEDDED}`, async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'start-error-'))
  writeFileSync(join(folder, 'file'), '')
  const error = await connect({ dataDir: join(folder, 'file/data') }).catch((thrown: unknown) => thrown)
  expect(toStartError(error)).toMatch(/^The data folder can't be written \(ENOTDIR: .*\)\. Make it writable/)
  rmSync(folder, { recursive: true })
})

test('prints a failed query without its values', async () => {
  const test = await borrowTestDatabase()
  onTestFinished(() => test.drop())
  const values = { email: 'admin@mail.example', hash: '$argon2id$of-the-admin' }
  const error = await test.database.db
    .execute(sql`insert into users (email, password_hash) values (${values.email}, ${values.hash})`)
    .catch((thrown: unknown) => thrown)
  // What Node would print.
  expect(inspect(error)).toMatch(/admin@mail\.example.*Failing row contains/s)
  for (const thrown of [error, new Error('The start failed', { cause: error }), (error as Error).cause]) {
    const text = inspect(toStartError(thrown))
    expect(text).toMatch(/null value in column "\w+" of relation "users" violates not-null constraint/)
    expect(text).not.toMatch(/admin@mail\.example|argon2id|Failing row/)
  }
  expect(toStartError(error)).toContain('\nQuery: insert into users (email, password_hash) values ($1, $2)\n    at ')
})

test('passes on what it can’t explain', () => {
  const error = new Error('Something else')
  expect(toStartError(error)).toBe(error)
})
