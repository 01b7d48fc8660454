import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { WebSocket } from 'ws'
import { at } from './testing/at.ts'
import { eventually } from './testing/eventually.ts'
import { findFreePort } from './testing/network/find-free-port.ts'
import { lessonFile } from './testing/learning/lesson-uploads.ts'
import { type ProductProcess, startProductProcess } from './testing/processes/product-process.ts'
import { EXAMPLE_HOST, findProgram, PROXY_NAMES, type RunningProxy, startProxy } from './testing/network/proxies.ts'
import { type ProxyAnswer, ProxyClient } from './testing/network/proxy-client.ts'
import { createEmptyDatabase, NEEDS_SERVER, ON_SERVER } from './testing/test-db.ts'

const ADMIN = { email: 'admin@learn.example.org', password: 'a lantern at the harbour' }
const PACE_MS = 40
const VIDEO_BYTES = 24 * 1024 * 1024

describe.skipIf(!ON_SERVER)(`two processes behind a proxy${NEEDS_SERVER}`, () => {
  let own: Awaited<ReturnType<typeof createEmptyDatabase>>
  let dataDir: string
  const processes: ProductProcess[] = []
  const start = async (port: number) =>
    startProductProcess({
      PORT: String(port),
      DATABASE_URL: own.databaseUrl,
      DATA_DIR: dataDir,
      PUBLIC_URL: `https://${EXAMPLE_HOST}`,
      TRUST_PROXY: '1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DRAIN_SECONDS: '3',
    })
  beforeAll(async () => {
    own = await createEmptyDatabase()
    dataDir = mkdtempSync(join(inject('runFolder'), 'test-'))
    const ports = [await findFreePort(), await findFreePort()]
    processes.push(...(await Promise.all(ports.map(start))))
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await own?.drop()
  })

  describe.each(PROXY_NAMES)('%s', (name) => {
    const reason = findProgram(name) ? '' : ` (skipped: needs ${name}, on Debian "apt-get install ${name}")`
    let port: number
    let proxy: RunningProxy
    let client: ProxyClient
    beforeAll(async () => {
      if (reason) return
      port = await findFreePort()
      const upstreamPorts = [at(processes).port, at(processes, 1).port] as const
      proxy = await startProxy(name, { folder: join(dataDir, name), port, upstreamPorts })
      client = new ProxyClient({ port, ca: proxy.ca })
      await eventually(async () => {
        const { status } = await client.send('/')
        if (status !== 200) throw new Error(`${name} answers ${status}`)
      })
    })
    afterAll(async () => {
      client?.close()
      await proxy?.stop()
    })

    test.skipIf(reason)(`serves pages, calls, sockets and large uploads over TLS${reason}`, async () => {
      const page = await client.send('/')
      expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.any(String)])
      expect((await client.call('login', ADMIN)).status).toBe(200)
      const users = await client.call('getUsers', { page: 1 })
      expect([users.status, users.body]).toEqual([200, expect.stringContaining(ADMIN.email)])
      const socket = await openChat(client)
      // The tus protocol (decision 0015).
      const created = await client.send('/api/lessonFiles', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(VIDEO_BYTES),
          'upload-metadata': `filetype ${btoa('video/mp4')}`,
        },
      })
      expect([created.status, created.headers.location]).toEqual([201, expect.any(String)])
      const sent = await client.send(new URL(String(created.headers.location), `https://${EXAMPLE_HOST}`).pathname, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: createVideo(),
      })
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(VIDEO_BYTES)])
      socket.close()
    })

    // Caddy gets its certificates by itself.
    test.skipIf(reason || name === 'caddy')(`serves what a renewal of the certificate asks for${reason}`, async () => {
      const folder = join(proxy.webroot, '.well-known/acme-challenge')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'token'), 'proof')
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${proxy.plainPort}${path}`, { redirect: 'manual', headers: { host: EXAMPLE_HOST } })
      const proof = await ask('/.well-known/acme-challenge/token')
      expect([proof.status, await proof.text()]).toEqual([200, 'proof'])
      const page = await ask('/student/allcourses?page=2')
      expect([page.status, page.headers.get('location')]).toEqual([
        308,
        expect.stringMatching(/^https:\/\/.*\/student\/allcourses\?page=2$/),
      ])
    })

    test.skipIf(reason)(`passes on the client’s own address, whatever the client says${reason}`, async () => {
      const form = { first_name: 'Ada', last_name: 'Okoro', birthdate: '1990-01-01', password: 'a lantern at the pier' }
      const address = name === 'nginx' ? '127.0.0.8' : '127.0.0.9'
      const signedUp = await client.send('/api/signup', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ ...form, email: `${name}@mail.example` }),
        localAddress: address,
      })
      expect(signedUp.status).toBe(200)
      const database = new Client({ connectionString: own.databaseUrl })
      await database.connect()
      const { rows } = await database.query<{ key: string }>("select key from throttles where key like 'signup:%'")
      await database.end()
      expect(rows.map(({ key }) => key)).toContain(`signup:${address}`)
      expect(rows.map(({ key }) => key)).not.toContain('signup:203.0.113.9')
    })

    test.skipIf(reason)(`names each request itself, whatever the client says${reason}`, async () => {
      const send = async () => (await client.send('/healthz', { headers: { 'x-request-id': 'chosen-id' } })).headers
      const ids = [(await send())['x-request-id'], (await send())['x-request-id']]
      const shape = name === 'nginx' ? /^[\da-f]{32}$/ : /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
      for (const id of ids) expect(id).toMatch(shape)
      expect(ids[0]).not.toBe(ids[1])
    })

    test.skipIf(reason)(`loses no request when one process drains, and repeats none that writes${reason}`, async () => {
      const socket = await openChat(client)
      let isStopped = false
      const answers: ProxyAnswer[] = []
      // Visitors of a network of their own, at a pace that no limit refuses.
      const localAddress = name === 'nginx' ? '127.0.0.11' : '127.0.0.12'
      const visitor = new ProxyClient({ port, ca: proxy.ca })
      const browse = async () => {
        while (!isStopped) {
          answers.push(await visitor.send('/student/allcourses', { localAddress }))
          answers.push(await visitor.call('getCourses', { page: 1 }, localAddress))
          await pause(PACE_MS)
        }
      }
      const browsing = [browse(), browse()]
      const [first] = processes
      if (!first) throw new Error('No process')
      const exited = first.end('SIGTERM')
      expect(await exited).toBe(0)
      processes[0] = await start(first.port)
      isStopped = true
      await Promise.all(browsing)
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(answers.length).toBeGreaterThan(20)
      // Killed, it may lose what it was answering, and nothing after that.
      await at(processes).end('SIGKILL')
      await eventually(async () => {
        const calls = Array.from({ length: 8 }, () => visitor.call('getCourses', { page: 1 }, localAddress))
        expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200))
      })
      processes[0] = await start(first.port)
      socket.terminate()
      visitor.close()
    })
  })
})

async function openChat(client: ProxyClient): Promise<WebSocket> {
  const socket = client.openSocket()
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'init', sender_id: 1 }))
  await once(socket, 'message')
  return socket
}

const createVideo = () => Buffer.concat([lessonFile.mp4(100), Buffer.alloc(VIDEO_BYTES - 100)])
