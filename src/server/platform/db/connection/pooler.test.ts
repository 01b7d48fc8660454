import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { at } from '#server/testing/at.ts'
import { createFactories, type Factories } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { createTestClient, type TestClient } from '#server/testing/test-client.ts'
import { createEmptyDatabase, NEEDS_SERVER } from '#server/testing/test-db.ts'
import type { FastifyInstance } from 'fastify'
import { connect, type Database } from '../connect.ts'

const program = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))
const REASON = NEEDS_SERVER || (program ? '' : ' (skipped: needs PgBouncer, on Debian "apt-get install pgbouncer")')

/** More at once than connections to the database. */
const STUDENTS = 8

describe.skipIf(REASON !== '')(`behind PgBouncer in transaction mode${REASON}`, () => {
  let own: Awaited<ReturnType<typeof createEmptyDatabase>>
  let pooler: ChildProcess
  let poolerUrl: string
  const servers: { app: FastifyInstance; database: Database; client: TestClient; make: Factories }[] = []

  beforeAll(async () => {
    own = await createEmptyDatabase()
    const port = await findFreePort()
    pooler = startPgBouncer(own.databaseUrl, port)
    poolerUrl = own.databaseUrl.replace(/:\d+\//, `:${port}/`)
    await eventually(() => query(poolerUrl, 'select 1'))
    const env = readEnv({
      DATABASE_URL: poolerUrl,
      DATABASE_DIRECT_URL: own.databaseUrl,
      DATABASE_POOL: '20',
      DATA_DIR: createFolder(),
      THROTTLE: 'off',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://localhost:3000',
      DEMO: 'off',
    })
    for (let n = 0; n < 2; n++) {
      const database = await connect(env)
      await prepareDatabase(database, env)
      const app = await buildApp({ env, database })
      servers.push({ app, database, client: createTestClient(app), make: createFactories(database.db) })
    }
  })
  afterAll(async () => {
    for (const { app, database } of servers) {
      await app.close()
      await database.close()
    }
    pooler?.kill('SIGKILL')
    await own?.drop()
  })

  test('needs the address of the database itself as well, because it refuses the timeouts as parameters', async () => {
    const database = await connect({ databaseUrl: poolerUrl, dataDir: '' })
    await expect(database.pool.query('select 1')).rejects.toThrow('unsupported startup parameter')
    await database.close()
  })

  test('runs calls of many connections over two, prepared statements included, and both servers hear of them', async () => {
    const [first, second] = [at(servers), at(servers, 1)]
    const admin = await first.make.signedIn({ role: 'admin' })
    const course = await first.make.course()
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => first.make.signedIn()))
    const socket = await connectChat(second.app, at(students))
    const enrolled = await Promise.all(
      students.map(({ cookie }, n) => at(servers, n % 2).client.call('enrollCourse', { course_id: course.id }, cookie)),
    )
    expect(enrolled.map(({ status }) => status)).toEqual(Array(STUDENTS).fill(200))
    // Runs with a prepared statement (run-prepared.ts).
    const completed = await Promise.all(
      students.flatMap(({ cookie }, n) =>
        course.lessons.map(({ id }) =>
          at(servers, n % 2).client.call('completeCourse', { id, course_id: course.id, value: true }, cookie),
        ),
      ),
    )
    expect(new Set(completed.map(({ status }) => status))).toEqual(new Set([200]))
    const { cookie } = at(students)
    expect(await second.client.isLoggedIn(cookie)).toBe(true)
    await first.client.call('deleteUser', { user_id: at(students).id }, admin.cookie)
    await socket.waitUntil(({ closeCode }) => closeCode !== undefined)
    expect(await second.client.isLoggedIn(cookie)).toBe(false)
    // One that the pooler has replaced may take a moment to end.
    await eventually(async () => {
      const connections = await query(
        own.databaseUrl,
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and query not like '%LISTEN%'
          and pid <> pg_backend_pid()`,
      )
      expect(at(connections).n).toBeLessThanOrEqual(2)
    })
  })
})

function createFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'test-'))
}

/** With the settings that Debian ships, but for what it must know, and two connections to the database. */
function startPgBouncer(databaseUrl: string, port: number): ChildProcess {
  const { hostname, port: databasePort, pathname, username } = new URL(databaseUrl)
  const folder = createFolder()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  const settings = [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${databasePort || 5432} user=${username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\nauth_file = ${users}`,
    'pool_mode = transaction\ndefault_pool_size = 2\n',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined
  for (const path of [inject('runFolder'), folder]) chmodSync(path, 0o755)
  return spawn(program ?? '', ['-q', file], { stdio: 'ignore', ...(uid !== undefined && { uid }) })
}

async function query(url: string, text: string): Promise<{ n: number }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(text)
  await client.end()
  return rows
}
