import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { ServerClient } from './server-client.ts'

describe.skipIf(!ON_SERVER)(`a database that has become read-only${NEEDS_SERVER}`, () => {
  let t: TestApp
  beforeAll(async () => {
    t = await createTestApp()
  })
  afterAll(() => t.close())

  /** From outside the pool, so that all of its connections can be cut. */
  async function runOutside(...statements: string[]): Promise<void> {
    const admin = new Client({ connectionString: t.databaseUrl })
    await admin.connect()
    await admin.query(`set default_transaction_read_only = off`)
    for (const statement of statements) await admin.query(statement)
    await admin.end()
  }
  const alterDatabase = (change: string) => `alter database ${new URL(t.databaseUrl ?? '').pathname.slice(1)} ${change}`
  const CUT_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const readyz = async () => (await t.app.inject('/readyz')).statusCode

  test('fails /readyz, answers writes with 503 in the envelope, serves reads, and recovers without cut connections', async () => {
    const student = await t.make.signedIn()
    const course = await t.make.course()
    const enroll = () => t.call('enrollCourse', { course_id: course.id }, student.cookie)
    // Like a failover: a new connection reaches a server that takes no writes.
    await runOutside(alterDatabase('set default_transaction_read_only = on'), CUT_OTHERS)
    try {
      await eventually(async () => expect(await t.database.isReady()).toBe(false))
      await eventually(async () => expect(await readyz()).toBe(503))
      const refused = await enroll()
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'not_ready', '2'])
      expect((await t.call('getCourseData', { course_id: course.id }, student.cookie)).status).toBe(200)
    } finally {
      await runOutside(alterDatabase('reset default_transaction_read_only'))
    }
    // The pool's connections are still read-only, and are replaced as they are used.
    await eventually(async () => expect((await enroll()).status).toBe(200))
    await eventually(async () => expect(await readyz()).toBe(200))
  })
})

test('a connection reconnects once its server says that it is a standby', async () => {
  const client = new ServerClient()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  const report = (parameterName: string, parameterValue: string) =>
    connection.emit('parameterStatus', { parameterName, parameterValue })
  report('in_hot_standby', 'on')
  expect(client.shouldReconnect()).toBe(false)
  await eventually(() => expect(client.shouldReconnect()).toBe(true))
  report('in_hot_standby', 'off')
  expect(client.shouldReconnect()).toBe(false)
  report('application_name', 'on')
  expect(client.shouldReconnect()).toBe(false)
})
