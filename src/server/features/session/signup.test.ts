import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { HASH_COST } from '#server/platform/passwords/passwords.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({}, { hashCost: HASH_COST })

let createdUsers = 0
const form = (values: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  status_user: false,
  email: `ada${++createdUsers}@mail.example`,
  password: 'a lantern in the fog',
  gender: 'Female' as const,
  birthdate: '1990-12-10',
  ...values,
})
const rowOf = async (email: string) => (await t.db.select().from(users).where(eq(users.email, email)))[0]

async function refusal(values: object) {
  const sent = form(values)
  const answer = await t.send('signup', sent)
  expect(answer.body).not.toHaveProperty('msg')
  if (typeof sent.email === 'string') expect(await rowOf(sent.email.trim().toLowerCase())).toBeUndefined()
  return { status: answer.status, code: answer.body.code, text: answer.body.data }
}

test.each(['first_name', 'last_name', 'email', 'password', 'birthdate'])('returns 400 without %s', async (field) => {
  for (const value of [undefined, '', null, 7, ['x'], {}]) {
    expect(await refusal({ [field]: value })).toMatchObject({ status: 400, code: 'invalid_input' })
  }
})

test('returns 400 for a blank name', async () => {
  expect(await refusal({ first_name: '   ' })).toMatchObject({ status: 400, text: 'First name is required' })
})

test.each([
  ['first_name', 'n'.repeat(80), 'n'.repeat(81)],
  ['last_name', 'n'.repeat(80), 'n'.repeat(81)],
  ['password', 'unusual '.repeat(32), `${'unusual '.repeat(32)}!`],
  ['password', 'kq7#pz2v', 'kq7#pz2'],
  ['email', mailboxOf(254), mailboxOf(255)],
])('accepts %s at its limit and returns 400 beyond it', async (field, within, beyond) => {
  expect(await refusal({ [field]: beyond })).toMatchObject({ status: 400, code: 'invalid_input' })
  expect((await t.send('signup', form({ [field]: within }))).status).toBe(200)
})

test.each([
  ['a day that does not exist', '2001-02-29'],
  ['a day beyond every month', '2001-01-32'],
  ['the thirty-first of February', '2024-02-31'],
  ['a month that does not exist', '2024-13-01'],
  ['day and month nought', '2024-00-00'],
  ['today', new Date().toISOString().slice(0, 10)],
  ['tomorrow', new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)],
  ['another order', '10-12-1990'],
  ['a time too', '1990-12-10T00:00:00Z'],
])('returns 400 for a birthdate that is %s', async (_name, birthdate) => {
  expect(await refusal({ birthdate })).toMatchObject({
    status: 400,
    text: 'Date of birth must be a real day in the past',
  })
})

test.each(['1899-12-31', '0099-01-01'])(
  'returns 400 for the birthdate %s, naming the first year',
  async (birthdate) => {
    expect(await refusal({ birthdate })).toMatchObject({ status: 400, text: 'Date of birth can’t be before 1900' })
  },
)

test('accepts February 29 of a leap year', async () => {
  const sent = form({ birthdate: '2000-02-29' })
  expect((await t.send('signup', sent)).status).toBe(200)
  expect((await rowOf(sent.email))?.birthdate).toBe('2000-02-29')
})

test.each([
  'password',
  'Password1',
  'P@ssw0rd',
  '12345678',
  'aaaaaaaa',
  'qwertyuiop',
  'abcdefgh',
  'iloveyou1',
  'lantern123',
  'passwordpassword',
  // On the list of leaked passwords only.
  'ncc1701e',
])('returns 400 for the common password %s', async (password) => {
  expect(await refusal({ password })).toMatchObject({ status: 400, code: 'invalid_input' })
})

test.each([
  'quoted "mailbox"@mail.example',
  '"a b"@mail.example',
  'a@b',
  'a@@mail.example',
  'ä@mail.example',
  'a@mail.example.',
  'a@mail.example\nBcc: b@mail.example',
  'a@[127.0.0.1]',
])('returns 400 for the email %j', async (email) => {
  expect(await refusal({ email })).toMatchObject({ status: 400, code: 'invalid_input' })
})

test('returns 400 for text that PostgreSQL cannot store', async () => {
  for (const first_name of ['a\u0000b', 'a\ud800b', 'two\nlines', '\u001b[31mred']) {
    expect(await refusal({ first_name })).toMatchObject({ status: 400, code: 'invalid_input' })
  }
})

test.each([
  ['a right-to-left override', { first_name: '\u202eadA' }, 'First name contains characters that aren’t allowed'],
  ['a zero-width space', { last_name: 'Love\u200blace' }, 'Last name contains characters that aren’t allowed'],
  ['nothing to see', { first_name: '\u3164' }, 'First name contains characters that aren’t allowed'],
  ['no letter', { first_name: '...' }, 'First name must contain a letter'],
  ['a link', { first_name: 'Win at evil.com' }, 'First name can’t contain an address or a link'],
  ['an email', { last_name: 'ada@mail.example' }, 'Last name can’t contain an address or a link'],
  ['staff', { first_name: 'Learn Lantern', last_name: 'Admin' }, 'This name is reserved for staff. Use your own name'],
  [
    'staff in two fields',
    { first_name: 'Learn', last_name: 'Lantern' },
    'This name is reserved for staff. Use your own name',
  ],
])('returns 400 for a name with %s', async (_name, values, text) => {
  expect(await refusal(values)).toEqual({ status: 400, code: 'invalid_input', text })
})

test.each([
  ['the email', 'ada.lovelace@mail.example'],
  ['the email in capitals', 'ADA.LOVELACE@MAIL.EXAMPLE'],
  ['its part before the @', 'Ada.Lovelace'],
])('returns 400 for %s as the password', async (_name, password) => {
  const { status, text } = await refusal({ email: 'ada.lovelace@mail.example', password })
  expect([status, text]).toEqual([400, 'Your password can’t be your email'])
})

test('accepts two genders and defaults to Male', async () => {
  expect(await refusal({ gender: 'Other' })).toMatchObject({ status: 400 })
  const { gender: _, ...sent } = form()
  await t.send('signup', sent)
  expect((await rowOf(sent.email))?.gender).toBe('Male')
})

test('creates a student who is inactive and not signed in', async () => {
  const sent = form({ email: '  Ada.LOVELACE@Mail.Example ' })
  const answer = await t.send('signup', sent)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: true, data: 'Your account is ready. You can log in now.' })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const row = await rowOf('ada.lovelace@mail.example')
  expect(row).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'student',
    gender: 'Female',
    birthdate: '1990-12-10',
    courseJoined: 0,
  })
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(
    await t.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, row?.id ?? 0)),
  ).toEqual([])
  const entries = await t.db
    .select()
    .from(systemLog)
    .where(eq(systemLog.studentId, row?.id ?? 0))
  expect(entries.map(({ message }) => message)).toEqual(['Signed up'])
  expect((await t.call('login', { email: sent.email.trim(), password: sent.password })).status).toBe(200)
})

test('ignores role, status and id in the body', async () => {
  const sent = form({
    role: 'admin',
    status_user: true,
    student_id: 1,
    id: 1,
    joined_at: '2001-01-01',
    course_joined: 99,
    password_hash: 'x',
  })
  expect((await t.send('signup', sent)).status).toBe(200)
  const row = await rowOf(sent.email)
  expect(row).toMatchObject({ role: 'student', courseJoined: 0 })
  expect(row?.id).not.toBe(1)
  expect(Date.now() - (row?.joinedAt.getTime() ?? 0)).toBeLessThan(60_000)
})

test('returns 409 for a registered email in any case', async () => {
  const sent = form()
  await t.send('signup', sent)
  const again = await t.send(
    'signup',
    form({ email: sent.email.toUpperCase(), first_name: 'Eve', password: 'quite another one' }),
  )
  expect(again.status).toBe(409)
  expect(again.body).toEqual({ status: false, code: 'email_taken', data: 'This email is already registered' })
  expect((await rowOf(sent.email))?.firstName).toBe('Ada')
  expect((await t.call('login', { email: sent.email, password: sent.password })).status).toBe(200)
})

test('creates one account from fifty parallel sign-ups with one email', async () => {
  const email = 'all.at.once@mail.example'
  const answers = []
  // Ten at a time, because each is hashed in full.
  for (let round = 0; round < 5; round++)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => t.send('signup', form({ email }))))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'email_taken')).toHaveLength(49)
  expect(await t.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
})

function mailboxOf(length: number): string {
  const domain = `${'d'.repeat(50)}.example`
  return `${'m'.repeat(length - domain.length - 1)}@${domain}`
}
