import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'

const { toStartError } = (await import(join(PROJECT_ROOT, 'scripts/to-start-error.mjs'))) as {
  toStartError: (error: unknown) => unknown
}

/** As `npm start` opens it, and with what it prints. */
async function start(databaseUrl: string, databaseDirectUrl?: string): Promise<unknown> {
  vi.stubEnv('DATABASE_URL', databaseUrl)
  if (databaseDirectUrl !== undefined) vi.stubEnv('DATABASE_DIRECT_URL', databaseDirectUrl)
  const database = await connect({ databaseUrl, databaseDirectUrl, dataDir: '/nowhere' })
  try {
    return await migrate(database, MIGRATIONS).then(() => 'started', toStartError)
  } finally {
    await database.close()
  }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('A start with a DATABASE_URL that leads nowhere', () => {
  it('says that nothing listens', async () => {
    expect(await start(`postgres://me@127.0.0.1:${await findFreePort()}/x`)).toMatch(
      /^Nothing listens at the address in/,
    )
    // A name with two addresses has two failures.
    expect(await start(`postgres://me@localhost:${await findFreePort()}/x`)).toMatch(
      /^Nothing listens at the address in/,
    )
  })

  it('says that the host was not found', async () => {
    expect(await start('postgres://me@nowhere.invalid/x')).toMatch(/^The host in DATABASE_URL was not found/)
  })

  it('names DATABASE_DIRECT_URL where that one leads nowhere', async () => {
    const [pooler, direct] = ['postgres://me@pooler.example/x', `postgres://me@127.0.0.1:${await findFreePort()}/x`]
    expect(await start(pooler, direct)).toBe(
      'Nothing listens at the address in DATABASE_DIRECT_URL. Start PostgreSQL, or correct the host and the port in DATABASE_DIRECT_URL.',
    )
    const refused = Object.assign(new Error('unsupported startup parameter: x'), { severity: 'FATAL' })
    const error = Object.assign(new Error('failed', { cause: refused }), { name: 'DirectConnectionError' })
    expect(toStartError(error)).toMatch(/^DATABASE_DIRECT_URL is a connection pooler\./)
  })

  it('leaves errors of other connections as they are', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://me@127.0.0.1:5432/x')
    const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect', port: 465 })
    expect(toStartError(error)).toBe(error)
  })

  it('names the setting for a refused password and a slow network', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://me@db.example/x')
    const refused = Object.assign(new Error('password authentication failed'), { code: '28P01', severity: 'FATAL' })
    expect(toStartError(new Error('Failed query', { cause: refused }))).toMatch(
      /^PostgreSQL refused the password.*DATABASE_URL/,
    )
    expect(toStartError(new Error('timeout expired'))).toMatch(/^The host in DATABASE_URL does not answer/)
  })
})

describe.skipIf(!ON_SERVER)(`A start on a PostgreSQL that refuses${NEEDS_SERVER}`, () => {
  const url = (changes: Partial<Pick<URL, 'pathname' | 'username'>>) =>
    Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), changes).href
  let admin: Client
  beforeEach(async () => {
    admin = new Client({ connectionString: process.env.TEST_DATABASE_URL })
    await admin.connect()
  })
  afterEach(() => admin.end())

  it('says that the database does not exist', async () =>
    expect(await start(url({ pathname: '/never_created' }))).toMatch(/^The database does not exist.*DATABASE_URL/))

  it('says that the login was refused', async () =>
    expect(await start(url({ username: 'nobody_here' }))).toMatch(/^PostgreSQL refused the login.*DATABASE_URL/))

  it('says that the login at DATABASE_DIRECT_URL was refused', async () =>
    expect(await start(url({}), url({ username: 'nobody_here' }))).toMatch(
      /^PostgreSQL refused the login.*DATABASE_DIRECT_URL/,
    ))

  it('says that the user lacks a right', async () => {
    await admin.query('CREATE ROLE start_guest LOGIN')
    await admin.query('CREATE DATABASE start_guest')
    const guest = url({ username: 'start_guest', pathname: '/start_guest' })
    const text = await start(guest)
    const directText = await start(url({ pathname: '/start_guest' }), guest)
    await admin.query('DROP DATABASE start_guest')
    await admin.query('DROP ROLE start_guest')
    expect(text).toMatch(/^The user in DATABASE_URL lacks a right/)
    expect(directText).toMatch(/^The user in DATABASE_DIRECT_URL lacks a right/)
  })

  it('refuses a database that is not in UTF-8 before it migrates', async () => {
    await admin.query(`CREATE DATABASE start_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    const databaseUrl = url({ pathname: '/start_latin' })
    const text = await start(databaseUrl)
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'")
    await client.end()
    await admin.query('DROP DATABASE start_latin')
    expect([text, rows]).toEqual([
      expect.stringMatching(/^The database in DATABASE_URL has the encoding LATIN1/),
      [{ tables: 0 }],
    ])
  })
})
