import fastify from 'fastify'
import { expect, test } from 'vitest'
import { EncodedBody, sendBody } from './encoded-body.ts'

test.each([
  [undefined, undefined],
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; Q=0.000 , gzip;q=0.5', 'gzip'],
  ['br;q=0.1, gzip', 'br'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
])('answers Accept-Encoding %j with the encoding %s', async (accepted, encoding) => {
  const app = fastify()
  const body = new EncodedBody('lantern '.repeat(500))
  app.get('/', async (request, reply) => {
    await sendBody(request, reply, 'text/plain', body)
    return reply
  })
  const { headers } = await app.inject({
    url: '/',
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  await app.close()
  expect(headers['content-encoding']).toBe(encoding)
})
