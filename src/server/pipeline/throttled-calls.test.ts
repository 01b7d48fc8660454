import { expect, test } from 'vitest'
import { Browser } from '#server/testing/accounts/browser.ts'
import { createSignupInput } from '#server/testing/accounts/users.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ THROTTLE: 'on' })

test('returns 429 for a user’s 121st write within a minute, and not for another user', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const write = (cookie: string) => t.call('readNotifications', {}, cookie)
  const accepted = await Promise.all(Array.from({ length: 120 }, () => write(me.cookie)))
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
  const { status, body, headers } = await write(me.cookie)
  expect([status, body.code]).toEqual([429, 'too_often'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await write(other.cookie)).status).toBe(200)
})

test('returns 429 for a user’s 601st read within a minute, and still accepts writes', async () => {
  const me = await t.make.signedIn()
  const read = () => t.call('getCourses', { page: 1 }, me.cookie)
  const accepted = await Promise.all(Array.from({ length: 600 }, read))
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await read()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_often'])
  expect((await t.call('readNotifications', {}, me.cookie)).status).toBe(200)
})

test('returns 429 for the 101st signup of one address within ten minutes', async () => {
  // A common password is refused before it is hashed, so that a hundred attempts are quick.
  const signUp = (n: number) =>
    t.call('signup', {
      ...{ first_name: 'Noor', last_name: 'Aziz', birthdate: '2000-01-01' },
      ...{ email: `noor${n}@mail.example`, password: 'password123' },
    })
  for (let n = 0; n < 100; n++) expect((await signUp(n)).status).toBe(400)
  const { status, body } = await signUp(100)
  expect([status, body.code]).toEqual([429, 'too_often'])
})

test('takes the sign-up limit of a network from SIGNUPS_PER_NETWORK, for an IPv6 /64 as a whole', async () => {
  const school = await t.startSecondServer({ SIGNUPS_PER_NETWORK: '2', TRUST_PROXY: '127.0.0.1' })
  const signUp = (n: number, ip: string) =>
    new Browser(school.app, ip).send('signup', {
      ...createSignupInput(`pupil${n}@mail.example`),
      password: 'password123',
    })
  const answers = []
  for (let n = 0; n < 3; n++) answers.push((await signUp(n, `2001:db8::${n}`)).status)
  expect(answers).toEqual([400, 400, 429])
  expect((await signUp(3, '2001:db8:0:1::1')).status).toBe(400)
  await school.close()
})
