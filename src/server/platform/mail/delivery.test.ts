import { expect, it } from 'vitest'
import { createSmtpDelivery, isPermanentFailure } from './delivery.ts'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

it.each([
  ['550 5.1.1 No such mailbox', 'RCPT TO', true],
  ['550 No such mailbox', 'RCPT TO', true],
  ['554 5.6.0 Not a message', 'DATA', true],
  ['550 5.7.1 Relaying denied', 'RCPT TO', false],
  ['550 5.7.26 The sender has no SPF record', 'DATA', false],
  ['451 Try later', 'RCPT TO', false],
] as const)('after "%s" at %s, giving up is %s', async (answer, step, isPermanent) => {
  const [, code = '', text] = /^(\d+) (.*)$/.exec(answer) ?? []
  const refusal = Object.assign(new Error(text), { responseCode: Number(code) })
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: (_address, _session, done) => done(step === 'RCPT TO' ? refusal : null),
    onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal)),
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const { port } = server.server.address() as AddressInfo
  const deliver = createSmtpDelivery(`smtp://localhost:${port}`, 'Learn Lantern <from@mail.example>')
  const email = { id: '1', to: 'to@mail.example', subject: 'x', text: 'x', html: 'x' }
  const error: unknown = await deliver(email, AbortSignal.timeout(10_000)).catch((thrown: unknown) => thrown)
  await new Promise<void>((done) => server.close(done))
  expect(error).toMatchObject({ command: step, responseCode: Number(code) })
  expect(isPermanentFailure(error)).toBe(isPermanent)
})
