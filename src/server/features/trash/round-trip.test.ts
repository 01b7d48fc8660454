import fc from 'fast-check'
import { asc, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { TrashKind } from '#contract/choices.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { checkLedger } from '#server/features/payments/check-ledger.ts'
import { checkProgress } from '#server/features/progress/check-progress.ts'
import { blogs, comments, orders, reviews, users } from '#server/platform/db/schema.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** What the trash does not bring back, what tells of it, and what a server writes by itself. */
const EXCEPT = [
  ...['sessions', 'known_devices', 'mails', 'throttles', 'system_log', 'audit_log', 'trash', 'trash_rows'],
  ...['error_groups', 'server_processes', 'daily_counts'],
]

const t = useTestApp({ DEMO: 'on' })
let admin: SignedInUser
let before: string
beforeAll(async () => {
  await seedDemo(t.database, t.env)
  admin = await t.make.signedIn({ role: 'admin' })
  before = await dump()
})

const remove = (kind: TrashKind, id: number) => {
  if (kind === 'post') return t.call('deleteBlog', { blog_id: id }, admin.cookie)
  if (kind === 'review') return t.call('deleteReview', { review_id: id }, admin.cookie)
  if (kind === 'comment') return t.call('deleteComment', { comment_id: id }, admin.cookie)
  return t.call('deleteUser', { user_id: id }, admin.cookie)
}

/** In a transaction, which keeps the job away that asks the payment services beside the test. */
const dump = () =>
  t.db.transaction(async (tx) => {
    await tx.update(orders).set({ checkedAt: null })
    return dumpDatabase(tx, EXCEPT)
  })

async function findDifferences() {
  const now = await dump()
  const [old, current] = [new Set(before.split('\n')), new Set(now.split('\n'))]
  const lost = [...old].filter((line) => !current.has(line))
  const added = [...current].filter((line) => !old.has(line))
  return [...lost.map((line) => `lost ${line}`), ...added.map((line) => `added ${line}`)].slice(0, 20)
}

/** Denormalized counts that differ from what they count. */
async function findWrongCounts() {
  const { rows } = await t.db.execute(sql`
    select 'course' as kind, c.id from courses c
    where reviews_count <> (select count(*) from reviews r where r.course_id = c.id)
      or stars_sum <> (select coalesce(sum(stars), 0) from reviews r where r.course_id = c.id)
    union all
    select 'user', u.id from users u where course_joined <> (
      select count(*) from enrollments e where e.user_id = u.id and e.access_until > '-infinity')
  `)
  return rows
}

test('the students of the demo academy come back with everything, row for row', async () => {
  const students = await t.db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} in (select user_id from orders) or ${users.id} in (select user_id from submissions)`)
    .orderBy(asc(users.id))
    .limit(8)
  expect(students).toHaveLength(8)
  for (const { id } of students) expect((await remove('user', id)).status).toBe(200)
  expect(
    await t.db.$count(
      users,
      inArray(
        users.id,
        students.map((student) => student.id),
      ),
    ),
  ).toBe(0)
  expect([await findWrongCounts(), await checkProgress(t.db), await checkLedger(t.db)]).toEqual([[], [], []])
  for (const { id } of students)
    expect((await t.call('restoreFromTrash', { kind: 'user', id }, admin.cookie)).status).toBe(200)
  expect([await findWrongCounts(), await checkProgress(t.db), await checkLedger(t.db)]).toEqual([[], [], []])
  expect(await findDifferences()).toEqual([])
})

test('any records deleted and restored in any order leave every row and count as they were', async () => {
  const isSample = sql`id in (select id from users where role = 'student' order by md5(id::text) limit 12)`
  const ids = {
    user: await t.db.select({ id: users.id }).from(users).where(isSample),
    post: await t.db.select({ id: blogs.id }).from(blogs),
    review: await t.db.select({ id: reviews.id }).from(reviews).limit(60),
    comment: await t.db.select({ id: comments.id }).from(comments).limit(60),
  }
  const records = Object.entries(ids).flatMap(([kind, rows]) => rows.map(({ id }) => ({ kind: kind as TrashKind, id })))
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(records, { minLength: 4, maxLength: 14 }),
      fc.infiniteStream(fc.nat()),
      async (deleted, random) => {
        let waiting: typeof records = []
        // A comment of a deleted post is not there any more.
        for (const { kind, id } of deleted) {
          const { status } = await remove(kind, id)
          expect([200, 404]).toContain(status)
          if (status === 200) waiting.push({ kind, id })
        }
        expect(await findWrongCounts()).toEqual([])
        waiting = waiting
          .map((record) => ({ record, place: random.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ record }) => record)
        // A comment is refused until its post and its author are back.
        for (let round = 0; waiting.length > 0 && round < 3; round++) {
          const refused: typeof records = []
          for (const { kind, id } of waiting)
            if ((await t.call('restoreFromTrash', { kind, id }, admin.cookie)).status !== 200)
              refused.push({ kind, id })
          waiting = refused
          expect(await findWrongCounts()).toEqual([])
        }
        expect(waiting).toEqual([])
        expect(await findDifferences()).toEqual([])
      },
    ),
    { numRuns: 8, includeErrorInReport: true },
  )
})
