import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { FloorJob } from './support/messages.ts'

// The framework alone: plain Fastify that answers constant bytes and reads neither body nor cookie.

let type = 'text/plain'
let body = Buffer.from('')

const app = Fastify()
app.get('/', (_request, reply) => reply.header('content-type', type).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (job: FloorJob) => {
  type = job.type
  body = Buffer.from(job.body)
  process.send?.({ port: (app.server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
