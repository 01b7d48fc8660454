import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { handleClientError, toAppError } from './error-handler.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

/** Sends raw bytes and returns the answer until the connection closes. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = t.app.server.address() as AddressInfo
    const socket = openSocket(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (data) => (received += data))
    socket.on('close', () => resolve(received))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    )
    socket.end(bytes)
  })
}

const HOST = 'Host: localhost:3000\r\n'

test('writes nothing into an answer that has begun when malformed bytes follow', async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write('the first half'))
  server.on('clientError', handleClientError)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = openSocket((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    received += data
    if (received.includes('the first half')) socket.write('GARBAGE\r\n\r\n')
  })
  socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n`)
  await once(socket, 'close')
  server.close()
  expect(received).toContain('the first half')
  expect(received).not.toContain('400')
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['no Host', 'GET /api/session HTTP/1.1\r\n\r\n', 400],
  ['two lengths', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  [
    'a length and chunks',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  [
    'a bad chunk',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}`,
    400,
  ],
  ['a negative length', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
  ['a space before the colon', `GET /api/session HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`, 400],
  ['a folded header', `GET /api/session HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`, 400],
  ['an address of 64 KB', `GET /${'a'.repeat(65_536)} HTTP/1.1\r\n${HOST}\r\n`, 413],
  ['a cookie of 64 KB', `GET / HTTP/1.1\r\n${HOST}Cookie: sid=${'a'.repeat(65_536)}\r\n\r\n`, 413],
  ['U+0000 in a header', `GET / HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`, 400],
])('answers a request with %s in the envelope', async (name, bytes, status) => {
  const answer = await sendRaw(bytes)
  if (name === 'no Host') {
    // Node answers this one itself.
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    return
  }
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/x-content-type-options: nosniff/i)
  expect(JSON.parse(body)).toEqual({ status: false, code: expect.any(String), msg: expect.any(String) })
})

test.each([
  ['GET http://localhost:3000/api/session', 200],
  ['GET HTTP://learn.example.org/api/getSignInMethods?x=1', 200],
  ['GET https://learn.example.org/uploads/nope', 404],
  ['GET http://learn.example.org/nope', 404],
  ['GET http://learn.example.org', 404],
  ['GET http://learn.example.org?x', 404],
  ['GET http://', 404],
  ['GET http:', 400],
  ['GET ftp://learn.example.org/', 404],
  ['GET http://[/%zz', 400],
  ['OPTIONS *', 404],
])('answers the request line %s with %i', async (line, status) => {
  const [head = '', body = ''] = (await sendRaw(`${line} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).split(
    '\r\n\r\n',
  )
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toMatchObject({ status: status === 200 })
})

test('logs refusals in maintenance without an error and its stack', async () => {
  const lines: string[] = []
  const app = await buildApp({
    env: { ...t.env, logLevel: 'info' },
    database: t.database,
    logStream: { write: (line) => void lines.push(line) },
  })
  const admin = await t.make.signedIn({ role: 'admin' })
  const post = (url: string, payload: object, cookie = '') =>
    app.inject({ method: 'POST', url, payload, headers: { cookie } })
  expect((await post('/api/setMaintenance', { status: false }, admin.cookie)).statusCode).toBe(200)
  expect((await post('/api/getCourses', { page: 1 })).statusCode).toBe(503)
  expect((await app.inject('/feed.xml')).statusCode).toBe(503)
  expect((await app.inject('/api/exports/users.csv')).statusCode).toBe(503)
  await post('/api/setMaintenance', { status: true }, admin.cookie)
  await app.close()
  expect(lines.filter((line) => /stack|maintenance/.test(line))).toEqual([])
})

test('answers the next request after a refused one', async () => {
  await Promise.all(Array.from({ length: 20 }, () => sendRaw('\0\0\0\r\n\r\n')))
  const answer = await sendRaw(`GET /api/session HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('puts errors of login and signup under data, with or without a trailing slash or query', async () => {
  for (const url of ['/api/login', '/api/login/', '/api/%6Cogin', '/api/login?x=1', '/api/signup/']) {
    const response = await t.app.inject({ method: 'POST', url, payload: { email: 1 } })
    expect([url, response.json()]).toEqual([url, { status: false, code: 'invalid_input', data: expect.any(String) }])
  }
})

test('sends no-store with errors, and Retry-After with 503', async () => {
  for (const url of [
    '/api/nope',
    '/nope',
    '/uploads/nope',
    '/uploads/00000000000000000000000000000000.webp',
    '/api/%zz',
  ]) {
    expect([url, (await t.app.inject(url)).headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

const failedQuery = (code: string, message = 'x') =>
  new DrizzleQueryError('select', [], Object.assign(new Error(message), { code }))

test.each([
  ['our own error', new AppError('not_enrolled'), 'not_enrolled'],
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'not_ready'],
  ['the same inside a failed query', failedQuery('57P01'), 'not_ready'],
  ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), 'not_ready'],
  ['a full disk of the database', failedQuery('53100'), 'not_ready'],
  [
    'a read-only disk of the database',
    failedQuery('42501', 'could not extend file "base/5/1": Read-only file system'),
    'not_ready',
  ],
  ['a right that the database’s user does not have', failedQuery('42501', 'permission denied'), 'internal'],
  ['a file that the database cannot read', failedQuery('58030'), 'not_ready'],
  ['a statement that waited too long for a lock', failedQuery('57014'), 'busy'],
  ['a statement the database refused', failedQuery('22003'), 'internal'],
  ['an unexpected error', new TypeError('x is undefined'), 'internal'],
  ['a client error of the framework', Object.assign(new Error('x'), { statusCode: 418 }), 'invalid_input'],
  ['an answer that took too long', Object.assign(new Error('x'), { statusCode: 503 }), 'not_ready'],
])('maps %s to %s', (_name, error, code) => {
  expect(toAppError(error).code).toBe(code)
})

test('answers a request timeout as busy', () => {
  let answer = ''
  const socket = { writable: true, end: (text: string) => (answer = text) } as unknown as Socket
  handleClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: false, code: 'busy' })
})
