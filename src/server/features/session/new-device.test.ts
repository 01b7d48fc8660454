import { expect, test } from 'vitest'
import { Browser } from '#server/testing/accounts/browser.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { endSessions } from './end-sessions.ts'

const t = useTestApp({ TRUST_PROXY: '127.0.0.1' })

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

test('reports a login in a new browser by email, and neither the first nor a repeated one', async () => {
  const user = await t.make.user({ password: TEST_PASSWORD, emailVerifiedAt: new Date() })
  const getSubjects = async () => (await getSentMails(t, user.email)).map(({ subject }) => subject)
  const first = new Browser(t.app, '192.0.2.5')
  await first.login(user.email, TEST_PASSWORD)
  await first.login(user.email, TEST_PASSWORD)
  expect(await getSubjects()).toEqual([])
  const second = new Browser(t.app, '203.0.113.77', FIREFOX)
  await second.login(user.email, 'not this one')
  await second.login(user.email, TEST_PASSWORD)
  await second.login(user.email, TEST_PASSWORD)
  expect(await getSubjects()).toEqual(['New login to your account'])
  const [mail] = await getSentMails(t, user.email)
  expect(mail?.text).toContain('Firefox on Linux, network 203.0.113.x')
  expect(mail?.text).not.toContain('203.0.113.77')
})

test('reports the first login after all devices were logged out', async () => {
  const joinedAt = new Date(Date.now() - 2 * 86_400_000)
  const user = await t.make.user({ password: TEST_PASSWORD, emailVerifiedAt: new Date(), joinedAt })
  await t.db.transaction((tx) => endSessions(tx, user.id))
  await new Browser(t.app, '203.0.113.77', FIREFOX).login(user.email, TEST_PASSWORD)
  expect((await getSentMails(t, user.email)).map(({ subject }) => subject)).toEqual(['New login to your account'])
})

test('sends at most five such emails a day', async () => {
  const server = await t.startSecondServer({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })
  const user = await t.make.user({ password: TEST_PASSWORD, emailVerifiedAt: new Date() })
  for (let n = 0; n < 8; n++) await new Browser(server.app, `192.0.2.${n}`).login(user.email, TEST_PASSWORD)
  expect(await getSentMails(t, user.email)).toHaveLength(5)
  await server.close()
})
