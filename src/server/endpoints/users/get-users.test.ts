import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/users.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('only an admin sees the users', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('getUsers', { page: 1 })).status).toBe(401)
  expect((await t.call('getUsers', { page: 1 }, student.cookie)).status).toBe(403)
})

test('users come twenty a page, newest first, and never with their password', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  for (let n = 0; n < 21; n++) await t.make.user({ passwordHash: 'secret-hash' })
  const first = await t.call('getUsers', { page: 1 }, admin.cookie)
  const list = first.body.msg as User[]
  expect(list).toHaveLength(20)
  expect(first.body.nextPage).toBe(2)
  const ids = list.map(({ student_id }) => student_id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(JSON.stringify(first.body)).not.toContain('secret-hash')
})

test('a user counts as active while a session of theirs lives', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const here = await t.make.signedIn()
  const away = await t.make.user()
  const { body } = await t.call('getUsers', { page: 1 }, admin.cookie)
  const status = (id: number) => (body.msg as User[]).find(({ student_id }) => student_id === id)?.status_user
  expect([status(here.id), status(away.id)]).toEqual([true, false])
})
