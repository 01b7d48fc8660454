import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { mails } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { checkMailQueue, checkMailServer } from './check-mail.ts'
import { createCertificate, createTarget, find, statuses } from '#server/testing/check-target.ts'

const t = useTestApp()
const mailServer = useTestMailServer()
const target = createTarget(t)

describe('The check of mail', () => {
  afterEach(() => t.db.delete(mails))

  it('warns without a mail server', async () =>
    expect(statuses(await checkMailServer(target()))).toEqual({ mail_server: 'warning' }))

  it('connects and sends nothing', async () => {
    const checks = await checkMailServer(target({ smtpUrl: mailServer.url }))
    expect(statuses(checks)).toEqual({ mail_server: 'ok' })
    expect(mailServer.received).toEqual([])
  })

  it('says what to do when the login is refused, without the password', async () => {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    })
    server.on('error', () => {})
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const { port } = server.server.address() as AddressInfo
    const checks = await checkMailServer(target({ smtpUrl: `smtp://me:a-secret@localhost:${port}` }))
    await new Promise<void>((done) => server.close(done))
    expect(find(checks, 'mail_server')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/^localhost:\d+: the login was refused\. Check the user/),
    })
    expect(JSON.stringify(checks)).not.toContain('a-secret')
  })

  it('says what to do when there is no connection', async () => {
    const { url } = mailServer
    await mailServer.goOffline()
    const checks = await checkMailServer(target({ smtpUrl: url }))
    await mailServer.goOnline()
    expect(find(checks, 'mail_server')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/nothing listens on this port\. Check the host and the port/),
    })
  })

  it('says that smtps is wrong for a port with STARTTLS', async () => {
    const checks = await checkMailServer(target({ smtpUrl: mailServer.url.replace('smtp:', 'smtps:') }))
    expect(find(checks, 'mail_server')?.text).toMatch(
      /it does not begin with TLS on this port\. Begin SMTP_URL with smtp:/,
    )
  })

  it('says that a certificate is self-signed', async () => {
    const server = new SMTPServer({ secure: true, ...createCertificate(t.dataDir) })
    server.on('error', () => {})
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const { port } = server.server.address() as AddressInfo
    const checks = await checkMailServer(target({ smtpUrl: `smtps://localhost:${port}` }))
    await new Promise<void>((done) => server.close(done))
    expect(find(checks, 'mail_server')?.text).toMatch(/its certificate is self-signed/)
  })

  it('warns of emails that have waited for long', async () => {
    const nextTryAt = new Date(Date.now() + 3_600_000)
    await t.db.insert(mails).values({
      ...{ kind: 'welcome', toEmail: 'a@mail.example', nextTryAt },
      createdAt: new Date(Date.now() - 3_600_000),
    })
    expect(find(await checkMailQueue(target()), 'mail_queue')).toMatchObject({
      status: 'warning',
      text: expect.stringMatching(/^1 email has waited/),
    })
  })
})
