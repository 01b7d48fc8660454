import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHAT_LIMITS } from '#contract/limits.ts'
import { messages } from '#server/platform/db/schema.ts'
import { createFactories, type Factories } from '#server/testing/factories.ts'
import { openChat } from '#server/testing/network/socket-client.ts'
import { READS_A_MINUTE, readPastLimit } from '#server/testing/processes/read-past-limit.ts'
import { type ServerProcess, spawnServer, waitUntilReady } from '#server/testing/processes/server-processes.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'

describe.skipIf(!ON_SERVER)(`the limits of two servers on one PostgreSQL database${NEEDS_SERVER}`, () => {
  let t: TestDatabase
  let make: Factories
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    t = await createTestDatabase()
    make = createFactories(t.database.db)
    const start = () =>
      spawnServer({ DATABASE_URL: t.databaseUrl ?? '', DATA_DIR: t.dataDir, DRAIN_SECONDS: '0', THROTTLE: 'on' })
    ;[first, second] = await Promise.all([start(), start()])
    await Promise.all([first, second].map(waitUntilReady))
  })
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server.stop('SIGKILL')))
    await t.drop()
  })

  it('allow one user the reads of a minute together, and those of half a second more', async () => {
    const { cookie } = await make.signedIn()
    const { answered, msAbove } = await readPastLimit([first.url, second.url], cookie)
    const [byFirst = 0, bySecond = 0] = answered
    expect(byFirst + bySecond).toBeGreaterThanOrEqual(READS_A_MINUTE)
    expect(Math.max(byFirst, bySecond)).toBeLessThan(READS_A_MINUTE)
    // A busy machine answers late.
    expect(msAbove).toBeLessThan(1_000)
  })

  it('refuse wrong logins to one account after ten on both together', async () => {
    const { email } = await make.user()
    const logIn = async (server: ServerProcess) => (await server.call('login', { email, password: 'wrong' })).status
    for (let n = 0; n < 5; n++) for (const server of [first, second]) expect(await logIn(server)).toBe(401)
    const statuses = await Promise.all([first, second, first, second].map(logIn))
    expect(statuses.toSorted()).toEqual([401, 429, 429, 429])
  })

  it('store the messages of one user that both together may', async () => {
    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const open = (server: ServerProcess) => openChat(server.url.replace('http', 'ws'), student, server.url)
    const sockets = await Promise.all([first, second].map(open))
    const each = CHAT_LIMITS.messagesPer10Seconds - 5
    for (let n = 0; n < each; n++)
      for (const socket of sockets)
        socket.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg: `message ${n}` })
    const countRefused = () => sockets.flatMap((socket) => socket.errors()).length
    const refused = sockets.length * each - CHAT_LIMITS.messagesPer10Seconds
    for (const socket of sockets)
      await socket.waitUntil(({ chat }) => chat.length + countRefused() === sockets.length * each)
    expect(countRefused()).toBe(refused)
    expect(await t.database.db.$count(messages)).toBe(CHAT_LIMITS.messagesPer10Seconds)
    await Promise.all(sockets.map((socket) => socket.close()))
  })
})
