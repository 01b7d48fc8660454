import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFactories, type Factories } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openChat } from '#server/testing/network/socket-client.ts'
import { copyBuild } from '#server/testing/processes/copy-build.ts'
import { type ServerProcess, spawnServer, waitUntilReady } from '#server/testing/processes/server-processes.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'
import { within } from '#server/testing/within.ts'

/** Live frames travel as another kind of message. */
const RENAMED_KIND = [
  [/frame: object\(\{(\s*)kind: literal\("frame"\)/g, 'pushed: object({$1kind: literal("pushed")'],
  [/kind: "frame"/g, 'kind: "pushed"'],
  [/kind === "frame"/g, 'kind === "pushed"'],
] as const
const NEXT_VERSION = [[/\bVERSION = 1;(?=\s*var id = )/g, 'VERSION = 2;']] as const

describe.skipIf(!ON_SERVER)(`servers of several versions on one PostgreSQL database${NEEDS_SERVER}`, () => {
  let t: TestDatabase
  let make: Factories
  let folder: string
  let present: ServerProcess
  let renamed: ServerProcess
  let next: ServerProcess

  beforeAll(async () => {
    t = await createTestDatabase()
    make = createFactories(t.database.db)
    folder = mkdtempSync(join(tmpdir(), 'lantern-versions-'))
    copyBuild(join(folder, 'renamed'), RENAMED_KIND)
    copyBuild(join(folder, 'next'), NEXT_VERSION)
    const start = (root?: string) =>
      spawnServer(
        { DATABASE_URL: t.databaseUrl ?? '', DATA_DIR: t.dataDir, DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' },
        root === undefined ? {} : { root: join(folder, root) },
      )
    ;[present, renamed, next] = await Promise.all([start(), start('renamed'), start('next')])
    await Promise.all([present, renamed, next].map(waitUntilReady))
  })
  afterAll(async () => {
    await Promise.all([present, renamed, next].map((server) => server.stop('SIGKILL')))
    await t.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const connect = (server: ServerProcess, user: { id: number; cookie: string }) =>
    openChat(server.url.replace('http', 'ws'), user, server.url)

  async function logOut(from: ServerProcess): Promise<{ cookie: string }> {
    const { cookie } = await make.signedIn()
    for (const server of [present, renamed, next]) expect(await server.isLoggedIn(cookie)).toBe(true)
    await from.call('logout', {}, cookie)
    return { cookie }
  }
  const expectLoggedOut = async (server: ServerProcess, cookie: string) =>
    expect(await server.isLoggedIn(cookie)).toBe(false)

  it.each([
    ['the present one to one with another kind', () => [present, renamed] as const],
    ['one with another kind to the present one', () => [renamed, present] as const],
    ['the present one to one of the next version', () => [present, next] as const],
  ])('agree within a second, from %s', async (_, getServers) => {
    const [from, to] = getServers()
    const { cookie } = await logOut(from)
    await within(1_000, () => expectLoggedOut(to, cookie))

    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const [sender, receiver] = [await connect(from, student), await connect(to, admin)]
    const texts = ['one', 'two', 'three']
    // What the other may not know is between what it knows.
    for (const msg of texts) {
      sender.send({ type: 'typing', sender_id: student.id, receiver_id: admin.id })
      sender.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg, client_id: msg })
    }
    await receiver.waitUntil(({ chat }) => chat.length === texts.length)
    expect(receiver.chat.map(({ msg }) => msg)).toEqual(texts)
    await Promise.all([sender.close(), receiver.close()])

    const read = async () => (await to.call('getCourses', { page: 1 })).status
    for (const status of [false, true]) {
      await from.call('setMaintenance', { status }, admin.cookie)
      await within(1_000, async () => expect(await read()).toBe(status ? 200 : 503))
    }
  })

  it('say once what they ignore, and serve on', async () => {
    const { cookie } = await logOut(next)
    await expectLoggedOut(next, cookie)
    await eventually(() => {
      expect(renamed.output()).toContain('the bus ignored a message of the unknown kind frame;')
      expect(present.output()).toContain('the bus ignored a message of the unknown kind pushed;')
      expect(present.output()).toContain('the bus ignored a message of version 2;')
    })
    for (const server of [present, renamed, next]) {
      expect((await server.call('getCourses', { page: 1 })).status).toBe(200)
      const lines = server.output().match(/the bus ignored [^;]*/g) ?? []
      expect(lines).toEqual([...new Set(lines)])
    }
  })
})
