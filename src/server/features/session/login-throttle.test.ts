import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

async function login(email: string, password: string, ip: string) {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-forwarded-for': ip },
    payload: { email, password },
  })
  return {
    status: response.statusCode,
    code: response.json().code,
    retryAfter: Number(response.headers['retry-after']),
  }
}

test('returns 429 after ten wrong passwords for one account', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const statuses: number[] = []
  let last = await login(user.email, 'wrong', '10.0.1.0')
  for (let n = 1; n <= 12 && last.status === 401; n++) {
    statuses.push(last.status)
    last = await login(user.email, 'wrong', `10.0.1.${n}`)
  }
  expect(statuses.length).toBeGreaterThanOrEqual(10)
  expect(last).toMatchObject({ status: 429, code: 'too_many_failures' })
  expect(last.retryAfter).toBeGreaterThanOrEqual(1)
  expect(last.retryAfter).toBeLessThanOrEqual(4)
})

test('lets one of several parallel attempts through after ten wrong passwords', async () => {
  const user = await t.make.user({ password: PASSWORD })
  for (let n = 0; n < 10; n++) expect((await login(user.email, 'wrong', `10.0.7.${n}`)).status).toBe(401)
  const attempts = await Promise.all(Array.from({ length: 5 }, (_, n) => login(user.email, 'wrong', `10.0.7.1${n}`)))
  expect(attempts.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429, 429])
})

test('counts parallel attempts like sequential ones', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => login(user.email, `guess number ${n}`, `10.0.2.${n}`)),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(12)
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

test('blocks an IP address after 25 failures and no other address', async () => {
  const user = await t.make.user({ password: PASSWORD })
  for (let n = 0; n < 25; n++) await login(`nobody${n}@mail.example`, 'wrong', '10.0.3.1')
  const refused = await login(user.email, PASSWORD, '10.0.3.1')
  expect(refused).toMatchObject({ status: 429, code: 'too_many_failures' })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect((await login(user.email, PASSWORD, '10.0.3.2')).status).toBe(200)
})

test('lets a class behind one address log in while some of it mistypes', async () => {
  for (let n = 0; n < 20; n++) await login(`mistyped${n}@mail.example`, 'wrong', '10.0.4.1')
  for (let n = 0; n < 10; n++) {
    const pupil = await t.make.user({ password: PASSWORD })
    expect((await login(pupil.email, PASSWORD, '10.0.4.1')).status).toBe(200)
  }
})

test('forgets earlier failures of the account after a successful login', async () => {
  const user = await t.make.user({ password: PASSWORD })
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 8; n++) expect((await login(user.email, 'wrong', `10.0.5.${n}`)).status).toBe(401)
    expect((await login(user.email, PASSWORD, '10.0.5.100')).status).toBe(200)
  }
})

test('counts failures of the longest email', async () => {
  const domain = `${'d'.repeat(60)}.example`
  const email = `${'l'.repeat(254 - domain.length - 1)}@${domain}`
  expect(email).toHaveLength(254)
  expect(await login(email, 'wrong', '10.0.6.1')).toMatchObject({ status: 401, code: 'wrong_credentials' })
})

test('ignores the X-Forwarded-For header of an untrusted proxy', async () => {
  const proxied = await t.startSecondServer({ TRUST_PROXY: '' })
  const tryFrom = (ip: string) =>
    proxied.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'x-forwarded-for': ip },
      payload: { email: `who${ip}@mail.example`, password: 'wrong' },
    })
  for (let n = 0; n < 25; n++) await tryFrom(`10.1.0.${n}`)
  expect((await tryFrom('10.1.0.99')).statusCode).toBe(429)
  await proxied.close()
})
