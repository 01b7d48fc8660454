import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetCodes } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { requestResetCode, wrongCode } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const NEW = 'a lantern in the fog'
const REFUSED = { status: false, code: 'wrong_code', msg: 'The code is wrong or has expired. Request a new one' }

const t = useTestApp()

async function createUserWithCode() {
  const { email } = await t.make.user()
  const code = await requestResetCode(t, email)
  const verify = (tried = code) => t.call('verifyCode', { email, code: tried })
  const reset = (tried = code) => t.call('resetPass', { email, code: tried, password: NEW })
  return { email, code, wrong: wrongCode(code), verify, reset }
}

test.each([
  ['no code', { email: 'a@mail.example' }],
  ['no email', { code: '123456' }],
  ['a list of codes', { email: 'a@mail.example', code: ['123456', '123457'] }],
  ['a code that is a number', { email: 'a@mail.example', code: 123456 }],
  ['five digits', { email: 'a@mail.example', code: '12345' }],
  ['seven digits', { email: 'a@mail.example', code: '1234567' }],
  ['letters', { email: 'a@mail.example', code: '12345a' }],
  ['ideographs', { email: 'a@mail.example', code: '一二三四五六' }],
  ['a pattern', { email: 'a@mail.example', code: '%%%%%%' }],
  ['a list of emails', { email: ['a@mail.example', 'b@mail.example'], code: '123456' }],
])('returns 400 for %s', async (_name, body) => {
  const answer = await t.send('verifyCode', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
})

test('takes a code in the digits of another script', async () => {
  const { code, verify } = await createUserWithCode()
  const arabic = [...code].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('')
  expect(await verify(arabic)).toMatchObject({ status: 200 })
})

test('returns the same error for a wrong, missing or expired code, an unknown email and too many attempts', async () => {
  const [wrong, expired, spent] = [await createUserWithCode(), await createUserWithCode(), await createUserWithCode()]
  const { email: codeless } = await t.make.user()
  await t.db
    .update(resetCodes)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(resetCodes.email, expired.email))
  await t.db.update(resetCodes).set({ tries: 5 }).where(eq(resetCodes.email, spent.email))
  const answers = [
    await wrong.verify(wrong.wrong),
    await expired.verify(),
    await spent.verify(),
    await t.call('verifyCode', { email: codeless, code: '123456' }),
    await t.call('verifyCode', { email: 'nobody@mail.example', code: '123456' }),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([400, REFUSED])
})

test('accepts the right code repeatedly without using it up', async () => {
  const { verify, reset } = await createUserWithCode()
  for (let n = 0; n < 12; n++) {
    expect(await verify()).toMatchObject({
      status: 200,
      body: { status: true, msg: 'Code verified. Choose a new password.' },
    })
  }
  expect((await reset()).status).toBe(200)
})

test('ignores case and spaces of the email', async () => {
  const { email, code } = await createUserWithCode()
  expect((await t.call('verifyCode', { email: ` ${email.toUpperCase()}`, code: ` ${code} ` })).status).toBe(200)
})

test('rejects the code of another email', async () => {
  const [mine, theirs] = [await createUserWithCode(), await createUserWithCode()]
  expect((await t.call('verifyCode', { email: theirs.email, code: mine.code })).body).toEqual(REFUSED)
  expect((await theirs.verify()).status).toBe(200)
  expect((await mine.verify()).status).toBe(200)
})

test('rejects the code that was replaced by a newer one', async () => {
  const { email, code, verify } = await createUserWithCode()
  let newer = await requestResetCode(t, email)
  // Two random codes can be equal.
  while (newer === code) newer = await requestResetCode(t, email)
  expect((await verify(code)).body).toEqual(REFUSED)
  expect((await verify(newer)).status).toBe(200)
})

test('expires the code after ten minutes of the database clock', async () => {
  const { email, verify } = await createUserWithCode()
  const { rows } = await t.db.execute<{ seconds: number }>(
    sql`select extract(epoch from expires_at - now())::float8 as seconds from reset_codes where email = ${email}`,
  )
  expect(at(rows).seconds).toBeGreaterThan(590)
  expect(at(rows).seconds).toBeLessThanOrEqual(600)
  const endIn = (interval: string) =>
    t.db
      .update(resetCodes)
      .set({ expiresAt: sql`now() + ${interval}::interval` })
      .where(eq(resetCodes.email, email))
  await endIn('5 seconds')
  expect((await verify()).status).toBe(200)
  await endIn('-1 millisecond')
  expect((await verify()).body).toEqual(REFUSED)
})

test('rejects the right code after five wrong attempts', async () => {
  const { wrong, verify, reset } = await createUserWithCode()
  for (let n = 0; n < 5; n++) expect((await verify(wrong)).body).toEqual(REFUSED)
  expect((await verify()).body).toEqual(REFUSED)
  expect((await reset()).body).toEqual(REFUSED)
})

test('shares the five attempts with the reset', async () => {
  const { wrong, verify, reset } = await createUserWithCode()
  for (const tried of [verify, reset, verify, reset, verify]) expect((await tried(wrong)).body).toEqual(REFUSED)
  expect((await reset()).body).toEqual(REFUSED)
})

test('does not count right codes as attempts', async () => {
  const { wrong, verify, reset } = await createUserWithCode()
  for (let n = 0; n < 4; n++) {
    expect((await verify(wrong)).status).toBe(400)
    expect((await verify()).status).toBe(200)
  }
  expect((await reset()).status).toBe(200)
})

test('gives a new code five new attempts', async () => {
  const { email, wrong, verify } = await createUserWithCode()
  for (let n = 0; n < 5; n++) await verify(wrong)
  const newer = await requestResetCode(t, email)
  expect((await verify(newer)).status).toBe(200)
})

test('allows five of many parallel guesses', async () => {
  const { email, code, verify } = await createUserWithCode()
  const others = Array.from({ length: 40 }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all([...others.slice(0, 20).map(verify), ...others.slice(20).map(verify), verify()])
  expect(answers.filter(({ status }) => status === 200)).toEqual([])
  expect(at(await t.db.select().from(resetCodes).where(eq(resetCodes.email, email))).tries).toBe(5)
})
