import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { LESSON_FILES_PATH, SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { HOST, openRawClient, type RawClient } from '#server/testing/network/raw-http.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const CUT_WITHIN_MS = 20_000
/** More than the system's buffers take. */
const PICTURE_BYTES = 48 * 1024 ** 2
const PICTURE = `${'a'.repeat(32)}.webp`
const SLOW_READ = `GET /uploads/${PICTURE} HTTP/1.1\r\n${HOST}\r\n`

const t = useTestApp()
let cookie: string
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  writeFileSync(join(getUploadsFolder(t.dataDir), PICTURE), randomBytes(PICTURE_BYTES))
  cookie = (await t.make.signedIn({ role: 'admin' })).cookie
})

/** Writes a piece each interval until the connection ends. */
function trickle({ socket, closed }: RawClient, piece: string | Buffer, intervalMs: number): void {
  const timer = setInterval(() => socket.write(piece), intervalMs)
  void closed.then(() => clearInterval(timer))
}

/** Reads one chunk each interval, after the socket's buffers are full. */
function readSlowly({ socket, closed }: RawClient, intervalMs: number, bytes: number): void {
  socket.pause()
  const timer = setInterval(() => socket.read(bytes), intervalMs)
  void closed.then(() => clearInterval(timer))
}

async function createUpload(size: number): Promise<string> {
  const { headers } = await t.app.inject({
    method: 'POST',
    url: LESSON_FILES_PATH,
    headers: { cookie, 'tus-resumable': '1.0.0', 'upload-length': String(size) },
  })
  return `PATCH ${String(headers.location)} HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${size}\r\n\r\n`
}

/** The head of a request that uploads a student's work. */
async function handIn(size: number): Promise<string> {
  const student = await t.make.signedIn()
  const course = await t.make.course()
  await t.make.enrollment(student.id, course.id)
  const assignment = { kind: 'assignment', submissionForm: 'file' } as const
  const [lesson] = await t.db.update(lessons).set(assignment).where(eq(lessons.courseId, course.id)).returning()
  const url = `${SUBMISSION_FILES_PATH}?material_id=${lesson?.id}`
  return `POST ${url} HTTP/1.1\r\n${HOST}Cookie: ${student.cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`
}

const ATTACKS: Record<string, () => Promise<RawClient>> = {
  'no bytes at all': async () => openRawClient(t.app),
  'headers that trickle': async () => {
    const client = openRawClient(t.app)
    client.socket.write(`GET / HTTP/1.1\r\n${HOST}`)
    trickle(client, 'X-A: b\r\n', 500)
    return client
  },
  'an upload that trickles': async () => {
    const head = await createUpload(1_000_000)
    const client = openRawClient(t.app)
    client.socket.write(head)
    trickle(client, 'x', 300)
    return client
  },
  'a JSON body that trickles': async () => {
    const client = openRawClient(t.app)
    client.socket.write(
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n`,
    )
    trickle(client, ' ', 300)
    return client
  },
  'a JSON body that is fast enough and never ends': async () => {
    const client = openRawClient(t.app)
    client.socket.write(
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n`,
    )
    trickle(client, ' '.repeat(1_000), 300)
    return client
  },
  'a picture that trickles': async () => {
    const client = openRawClient(t.app)
    client.socket.write(
      `POST /api/handleUploads HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999\r\n\r\n--x\r\n`,
    )
    trickle(client, 'X', 300)
    return client
  },
  'an answer that is not read': async () => {
    // A client that does not read does not see the end either.
    const connections: Socket[] = []
    t.app.server.on('connection', (socket: Socket) => connections.push(socket))
    const client = openRawClient(t.app)
    await once(client.socket, 'connect')
    const isOwn = ({ remotePort }: Socket) => remotePort === client.socket.localPort
    await expect.poll(() => connections.some(isOwn)).toBe(true)
    client.socket.pause()
    client.socket.write(SLOW_READ)
    const startedAt = performance.now()
    const closed = once(at(connections.filter(isOwn)), 'close').then(() => performance.now() - startedAt)
    return { ...client, closed }
  },
}

test('ends slow connections within 20 seconds and no others', { tags: ['slow'], timeout: 60_000 }, async () => {
  const steadyUpload = openRawClient(t.app)
  steadyUpload.socket.write(await createUpload(40_000))
  // Longer than slow connections live.
  trickle(steadyUpload, Buffer.alloc(1_000, '\0'), 400)
  const steadyWork = openRawClient(t.app)
  steadyWork.socket.write(await handIn(40_000))
  trickle(steadyWork, Buffer.alloc(1_000, 'x'), 500)
  const steadyReader = openRawClient(t.app)
  steadyReader.socket.write(SLOW_READ)
  readSlowly(steadyReader, 100, 256 * 1024)

  const attacks = await Promise.all(
    Object.entries(ATTACKS).map(async ([name, start]) => {
      const client = await start()
      return { name, ms: await client.closed, answer: client.received() }
    }),
  )
  for (const { name, ms, answer } of attacks) {
    expect(ms, name).toBeLessThan(CUT_WITHIN_MS)
    expect(answer, name).not.toMatch(/^HTTP\/1\.1 (200|204)/)
  }
  expect(steadyReader.socket.destroyed).toBe(false)
  steadyReader.socket.destroy()
  await expect.poll(steadyUpload.received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 /)
  steadyUpload.socket.destroy()
  await expect.poll(steadyWork.received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 201/)
  steadyWork.socket.destroy()
})
