import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallName, METHODS } from '#contract/methods.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Everybody's rows but mine; sessions and the log move with every call. */
const OTHERS: Record<string, string> = {
  users: 'id',
  enrollments: 'user_id',
  lesson_progress: 'user_id',
  reviews: 'user_id',
  comments: 'user_id',
  lessons: 'course_id',
  blogs: 'id',
  site: 'id',
}

/** Fields by which a body can say who acts, and those that dress it up. */
const ACTING_IDS = ['student_id', 'user_id', 'admin_id', 'sender_id']
const CALLS = (Object.keys(METHODS) as CallName[]).filter((name) => METHODS[name] !== 'GET' && name !== 'login' && name !== 'signup')

let t: TestApp
let me: Awaited<ReturnType<TestApp['make']['signedIn']>>
let victim: typeof me
let admin: typeof me
let right: Record<string, unknown>
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  ;[me, victim, admin] = [await t.make.signedIn(), await t.make.signedIn({ imageUrl: 'victim.webp' }), await t.make.signedIn({ role: 'admin' })]
  const course = await t.make.course()
  await t.make.enrollment(victim.id, course.id)
  const review = await t.make.review(victim.id, course.id)
  const post = await t.make.post()
  const comment = await t.make.comment(victim.id, post.id)
  right = { id: at(course.lessons).id, course_id: course.id, blog_id: post.id, review_id: review.id, comment_id: comment.id, page: 1, value: true, position: 9, status: false, stars: 1, review_text: 'x', comment_text: 'x' }
})

async function snapshotOfOthers(): Promise<unknown> {
  const sums = await Promise.all(
    Object.entries(OTHERS).map(async ([table, owner]) => {
      const { rows } = await t.db.execute(sql`
        select count(*), md5(string_agg(r::text, '|' order by r::text)) from ${sql.identifier(table)} as r
        where ${sql.identifier(owner)} <> ${me.id}
      `)
      return [table, rows]
    }),
  )
  return sums
}
const mine = { getUserData: () => ({ id: me.id }) } as Partial<Record<CallName, () => object>>

describe.each(CALLS)('%s', (name) => {
  test('refuses a body that names somebody else as who acts', async () => {
    const { actor }: Endpoint = contract[name]
    if (actor === undefined) return
    for (const forged of [victim.id, String(victim.id), admin.id, 999_999_999]) {
      const answer = await t.send(name, { ...right, [actor]: forged }, me.cookie)
      expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
    }
    expect((await t.db.execute(sql`select 1 from enrollments where user_id = ${me.id}`)).rows).toEqual([])
  })

  test('writes and shows nothing of others, whoever a body names', async () => {
    const before = await snapshotOfOthers()
    for (const field of ACTING_IDS) {
      for (const forged of [victim.id, String(victim.id), admin.id]) {
        const answer = await t.send(name, { ...right, ...mine[name]?.(), [field]: forged }, me.cookie)
        expect(JSON.stringify(answer.body)).not.toContain(victim.email)
        expect(JSON.stringify(answer.body)).not.toContain(admin.email)
      }
    }
    expect(await snapshotOfOthers()).toEqual(before)
  })

  test('believes no name, role, picture or count that a body claims', async () => {
    const claims = {
      role: 'admin',
      status_user: true,
      email: admin.email,
      first_name: 'Forged',
      image_url: 'forged.webp',
      course_title: 'Forged',
      title: 'Forged',
      lessons: 1,
      progress: 100,
      enrolled: true,
      joined_at: '2001-01-01T00:00:00.000Z',
      course_joined: 99,
    }
    await t.send(name, { ...right, ...mine[name]?.(), ...claims }, me.cookie)
    const { rows } = await t.db.execute<{ found: boolean }>(sql`
      select users::text || coalesce((select string_agg(e::text, '') from enrollments e where e.user_id = users.id), '') like any (array['%orged%', '%admin%', '%,99)%', '%2001-01-01%']) as found
      from users where id = ${me.id}
    `)
    expect(rows).toEqual([{ found: false }])
    const log = await t.db.execute(sql`select message, email from system_log where student_id = ${me.id}`)
    expect(JSON.stringify(log.rows)).not.toMatch(new RegExp(`Forged|${admin.email}`))
  })
})
