import { beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const ask = (emails: unknown, cookie = admin.cookie) => t.send('findTakenEmails', { emails }, cookie)
const many = (count: number) => Array.from({ length: count }, (_, n) => `free${n}@mail.example`)

test('returns 401 to a visitor and 403 to a student', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('findTakenEmails', { emails: [admin.email] })).status).toBe(401)
  expect((await ask([admin.email], student.cookie)).status).toBe(403)
})

test.each([['a@mail.example'], [{}], [['nobody']], [[7]], [[['a@mail.example']]], [many(201)]])(
  'returns 400 for %j',
  async (emails) => {
    const { status, body } = await ask(emails)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  },
)

test('returns the registered ones of 200 emails in any case', async () => {
  const [one, other] = [await t.make.user(), await t.make.user()]
  const { status, body } = await ask([...many(198), ` ${one.email.toUpperCase()} `, other.email])
  expect(status).toBe(200)
  expect((body.msg as string[]).sort()).toEqual([one.email, other.email].sort())
})

test('returns an empty list when none is registered', async () => {
  expect((await ask([])).body.msg).toEqual([])
  expect((await ask(['%@mail.example', "x'or'1@mail.example", ...many(3)])).body.msg).toEqual([])
})
