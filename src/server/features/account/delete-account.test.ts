import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { courses, emailChanges, identities, systemLog, users } from '#server/platform/db/schema.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import type { Factories } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createSignupInput, TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp()

async function createOwner(values: Parameters<Factories['signedIn']>[0] = { password: TEST_PASSWORD }) {
  const user = await t.make.signedIn(values)
  const remove = (body: object = {}, cookie = user.cookie) =>
    t.send('deleteAccount', { confirmation: user.email, password: TEST_PASSWORD, ...body }, cookie)
  const exists = async () => (await t.db.select().from(users).where(eq(users.id, user.id))).length === 1
  return { ...user, remove, exists }
}

test('returns 401 to a visitor and 403 to an admin', async () => {
  const admin = await createOwner({ password: TEST_PASSWORD, role: 'admin' })
  expect((await t.call('deleteAccount', { confirmation: admin.email, password: TEST_PASSWORD })).status).toBe(401)
  expect((await admin.remove()).status).toBe(403)
  expect(await admin.exists()).toBe(true)
})

test.each([
  ['when the email is missing', { confirmation: undefined }, 400],
  ['when another email is typed', { confirmation: 'another@mail.example' }, 400],
  ['when a list is sent', { confirmation: ['a@mail.example'] }, 400],
  ['when the password is wrong', { password: 'not this one' }, 403],
  ['when the password is missing', { password: undefined }, 403],
])('keeps the account %s', async (_name, body, status) => {
  const { remove, exists, cookie } = await createOwner()
  expect((await remove(body)).status).toBe(status)
  expect(await exists()).toBe(true)
  expect(await t.isLoggedIn(cookie)).toBe(true)
})

test('deletes neither account when the email of another user is typed', async () => {
  const [me, other] = [await createOwner(), await createOwner()]
  expect((await me.remove({ confirmation: other.email, student_id: other.id, id: other.id })).body.msg).toBe(
    'Type your email to confirm',
  )
  expect([await me.exists(), await other.exists()]).toEqual([true, true])
})

test('asks for a login within ten minutes when the account has no password', async () => {
  const { id, remove, exists } = await createOwner({})
  const late = await t.make.cookie(id, '11 minutes')
  expect((await remove({}, late)).body.code).toBe('stale_login')
  expect(await exists()).toBe(true)
  const young = await t.make.cookie(id)
  expect((await remove({ password: undefined }, young)).status).toBe(200)
  expect(await exists()).toBe(false)
})

test('deletes all rows of the user except log entries', async () => {
  const { id, email, remove } = await createOwner({ password: TEST_PASSWORD, firstName: 'Vanishing', lastName: 'Lady' })
  const course = await t.make.course()
  await t.make.enrollment(id, course.id)
  await t.make.review(id, course.id, 1, 'Vanishing review.')
  await t.db.insert(identities).values({ issuer: 'https://accounts.google.com', subject: `sub${id}`, userId: id })
  await t.db
    .insert(emailChanges)
    .values({ userId: id, newEmail: 'vanishing@mail.example', expiresAt: sql`now() + interval '1 day'` })
  const answer = await remove({ confirmation: ` ${email.toUpperCase()} ` })
  expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'Your account was deleted' }])
  expect(at(await getSentMails(t, email)).subject).toBe('Your account was deleted')
  expect(await dumpDatabase(t.db)).not.toMatch(/vanishing/i)
  for (const table of ['sessions', 'identities', 'email_changes', 'enrollments', 'lesson_progress', 'reviews']) {
    const { rows } = await t.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${id}`)
    expect([table, rows]).toEqual([table, []])
  }
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, id))
  expect(entries).toMatchObject([{ message: 'Deleted the account', email }])
})

test('ends all sessions at once and rejects later logins', async () => {
  const { id, email, cookie, remove } = await createOwner()
  const elsewhere = await t.make.cookie(id)
  for (const one of [cookie, elsewhere]) await t.call('session', {}, one)
  const answer = await remove()
  expect(String(answer.headers['set-cookie'])).toMatch(/^sid=;/)
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  for (const one of [cookie, elsewhere])
    expect((await t.call('session', {}, one)).body.msg).toEqual({ loggedIn: false, userData: [] })
  expect((await t.call('login', { email, password: TEST_PASSWORD })).body.code).toBe('wrong_credentials')
})

test('updates cached ratings of the courses the user had reviewed', async () => {
  const [me, other] = [await createOwner(), await t.make.signedIn()]
  const course = await t.make.course()
  await t.make.review(me.id, course.id, 1, 'Mine.')
  await t.make.review(other.id, course.id, 5, 'Theirs.')
  const stars = async () =>
    (
      (await t.call('getCourses', { page: 1, search_text: course.title }, other.cookie)).body.msg as { stars: number }[]
    )[0]?.stars
  const texts = async () =>
    (
      (await t.call('getReviews', { page: 1, course_id: course.id }, other.cookie)).body.msg as {
        review_text: string
      }[]
    ).map(({ review_text }) => review_text)
  expect([await stars(), await texts()]).toEqual([3, ['Theirs.', 'Mine.']])
  await me.remove()
  expect([await stars(), await texts()]).toEqual([5, ['Theirs.']])
  expect(await t.db.select().from(courses).where(eq(courses.id, course.id))).toMatchObject([
    { reviewsCount: 1, starsSum: 5 },
  ])
})

test('deletes the picture at once', async () => {
  const { id, cookie, remove } = await createOwner()
  const { body } = await t.upload({ id, image: TINY_PNG }, cookie)
  const file = join(getUploadsFolder(t.dataDir), (body.msg as { image_url: string }).image_url)
  expect(existsSync(file)).toBe(true)
  await remove()
  expect(existsSync(file)).toBe(false)
})

test('succeeds when the picture cannot be deleted', async () => {
  const { id, cookie, remove, exists } = await createOwner()
  await t.upload({ id, image: TINY_PNG }, cookie)
  vi.spyOn(FolderStore.prototype, 'remove').mockRejectedValueOnce(new Error('The store is away'))
  const answer = await remove()
  expect(answer.status).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^sid=;/)
  expect(await exists()).toBe(false)
})

test('frees the email for a new account without the old data', async () => {
  const { id, email, remove } = await createOwner()
  await remove()
  const input = { ...createSignupInput(email), password: 'a lantern in the fog' }
  expect((await t.call('signup', input)).status).toBe(200)
  expect(at(await t.db.select().from(users).where(eq(users.email, email))).id).not.toBe(id)
  expect((await t.call('login', { email, password: TEST_PASSWORD })).status).toBe(401)
})

test('deletes once when called many times in parallel', async () => {
  const { email, remove, exists } = await createOwner()
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => remove()))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.every((status) => [200, 401, 404].includes(status))).toBe(true)
  expect(await exists()).toBe(false)
  expect(await getSentMails(t, email)).toHaveLength(1)
})

test('rejects a login that is parallel to the deletion like an unknown email', async () => {
  const { email, remove } = await createOwner()
  const logins = Array.from({ length: 12 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 6))
    return (await t.call('login', { email, password: TEST_PASSWORD })).status
  })
  const [removed, ...statuses] = await Promise.all([remove(), ...logins])
  expect(removed.status).toBe(200)
  for (const status of statuses) expect([200, 401]).toContain(status)
})
