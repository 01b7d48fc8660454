import { beforeAll, beforeEach, expect, test } from 'vitest'
import { LESSON_FILES_PATH } from '#contract/paths.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { HOST, openRawClient } from '#server/testing/network/raw-http.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let student: SignedInUser
let admin: SignedInUser
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  ;[student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
})

const BODY_BYTES = 2 * 1024 ** 3
/** The system's own buffers take some of the body. */
const MAX_TAKEN_BYTES = 64 * 1024 ** 2
const UPLOAD = `${LESSON_FILES_PATH}/${'a'.repeat(32)}-1-${BODY_BYTES}`
const CHUNK = Buffer.alloc(256 * 1024)

/** Sends a body for as long as the server takes it. */
async function sendLargeBody(head: string): Promise<{ answer: string; takenBytes: number }> {
  const client = openRawClient(t.app)
  const { socket } = client
  socket.write(`${head}\r\n${HOST}Content-Length: ${BODY_BYTES}\r\n\r\n`)
  let takenBytes = 0
  const send = () => {
    while (!socket.destroyed && takenBytes < BODY_BYTES) {
      takenBytes += CHUNK.length
      if (!socket.write(CHUNK)) return socket.once('drain', send)
    }
    return socket
  }
  send()
  await client.closed
  return { answer: client.received(), takenBytes }
}

const patch = (cookie: string) =>
  `PATCH ${UPLOAD} HTTP/1.1\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nCookie: ${cookie}`

test.each([
  ['a lesson file of a visitor', 401, () => patch('')],
  ['a lesson file of a student', 403, () => patch(student.cookie)],
  ['a part of an unknown upload', 404, () => patch(admin.cookie)],
  [
    'a picture of a visitor',
    401,
    () => 'POST /api/handleUploads HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x',
  ],
  [
    'a form that is too large',
    413,
    () => `POST /api/addCourse HTTP/1.1\r\nContent-Type: application/json\r\nCookie: ${admin.cookie}`,
  ],
  ['a body of the wrong type', 415, () => 'POST /api/login HTTP/1.1\r\nContent-Type: text/plain'],
  ['a body for an unknown call', 413, () => 'POST /api/nope HTTP/1.1\r\nContent-Type: application/json'],
  ['a body where none belongs', 200, () => 'GET /api/session HTTP/1.1'],
])('answers %s with %i and ends the connection without reading it', async (_name, status, head) => {
  const { answer, takenBytes } = await sendLargeBody(head())
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(takenBytes).toBeLessThan(MAX_TAKEN_BYTES)
})

test('sends the whole answer to a client that goes on sending for a moment', async () => {
  const client = openRawClient(t.app)
  client.socket.write(`${patch('')}\r\n${HOST}Content-Length: 600000\r\n\r\n`)
  for (let n = 0; n < 5; n++) client.socket.write(Buffer.alloc(100_000))
  await client.closed
  expect(JSON.parse(client.received().split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'not_signed_in' })
})

test('keeps the connection after a refusal whose body was read', async () => {
  const body = '{"email": 1}'
  const client = openRawClient(t.app)
  const request = `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  client.socket.write(`${request}\r\n${body}`)
  await expect.poll(client.received).toMatch(/^HTTP\/1\.1 400 [^]*invalid_input/)
  expect(client.received()).toMatch(/\r\nconnection: keep-alive\r\n/i)
  client.socket.write(`${request}Connection: close\r\n\r\n${body}`)
  await client.closed
  expect(client.received().match(/HTTP\/1\.1 400/g)).toHaveLength(2)
})
