import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

/** Other users' rows. Sessions and the log are left out, because every call changes them. */
const OTHERS: Record<string, string> = {
  users: 'id',
  enrollments: 'user_id',
  entitlements: 'user_id',
  orders: 'user_id',
  lesson_progress: 'user_id',
  reviews: 'user_id',
  messages: 'student_id',
  conversations: 'student_id',
  notifications: 'user_id',
  comments: 'user_id',
  lessons: 'course_id',
  blogs: 'id',
  site: 'id',
}

/** Fields that may name the actor, and those that go with them. */
const ACTING_IDS = ['student_id', 'user_id', 'admin_id', 'sender_id']
const GUARDED_CALLS = CALL_NAMES.filter(
  (name) => getCall(name).method !== 'GET' && name !== 'login' && name !== 'signup',
)

let t: TestApp
let me: Awaited<ReturnType<TestApp['make']['signedIn']>>
let victim: typeof me
let admin: typeof me
let others: Record<string, unknown>
let right: Record<string, unknown>
// Shared, because no test may change them.
beforeAll(async () => {
  t = await createTestApp()
  ;[victim, admin] = [await t.make.signedIn({ imageUrl: 'victim.webp' }), await t.make.signedIn({ role: 'admin' })]
  const course = await t.make.course()
  await t.make.enrollment(victim.id, course.id)
  const review = await t.make.review(victim.id, course.id)
  const post = await t.make.post()
  const comment = await t.make.comment(victim.id, post.id)
  const { rows } = await t.db.execute<{ id: number }>(sql`select id::int from sessions where user_id = ${victim.id}`)
  others = {
    ...{ id: at(course.lessons).id, course_id: course.id, blog_id: post.id },
    ...{ review_id: review.id, comment_id: comment.id, session_id: at(rows).id, confirmation: victim.email },
  }
})
afterAll(() => t.close())
beforeEach(async () => {
  me = await t.make.signedIn()
  right = {
    ...others,
    ...{ page: 1, value: true, position: 9, status: false, stars: 1, review_text: 'x', comment_text: 'x' },
    ...{ email: me.email, first_name: 'A', last_name: 'B', birthdate: '1990-01-01', gender: null },
    new_password: 'a lantern in the fog',
  }
})

/** As JSON, or as multipart for a picture. */
function send(name: CallName, body: Record<string, unknown>, cookie: string) {
  if (!getCall(name).isMultipart) return t.send(name, body, cookie)
  const { id, ...also } = Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)]))
  return t.upload({ id: id ?? '', image: TINY_PNG, extraFields: pick(also) }, cookie)
}
/** At most three, because the server limits a multipart body's fields. */
const pick = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => [...ACTING_IDS, 'role', 'image_url', 'email'].includes(name))
      .slice(-3),
  )

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
const ownId = () => ({ id: me.id })
const mine = { getUserData: ownId, handleUploads: ownId } as Partial<Record<CallName, () => object>>
/** Fields that the call is meant to change. */
const OWN_TO_SET = { updateUser: ['first_name', 'email'] } as Partial<Record<CallName, string[]>>

const COURSE_FORM = {
  ...{ title: 'New', description: '', price: 10, discount: 0, tabs: '', materials: [] },
  category: 'Cybersecurity Basics',
}
const BLOG_FORM = { title: 'New', subtitle: '', content: '<p>New</p>' }

test.each([
  ['setMaintenance', 'student_id', { status: true }],
  ['addCourse', 'student_id', COURSE_FORM],
  ['updateCourse', 'student_id', COURSE_FORM],
  ['addBlog', 'admin_id', BLOG_FORM],
  ['updateBlog', 'admin_id', BLOG_FORM],
] as const)('%s returns 403 to an admin when %s is another admin’s', async (name, actor, form) => {
  const otherAdmin = await t.make.signedIn({ role: 'admin' })
  const [course, post] = [await t.make.course(), await t.make.post()]
  const sendAs = (id: number) =>
    t.send(name, { course_id: course.id, blog_id: post.id, ...form, [actor]: id }, admin.cookie)
  const forged = await sendAs(otherAdmin.id)
  expect([forged.status, forged.body.code]).toEqual([403, 'not_allowed'])
  expect((await sendAs(admin.id)).status).toBe(200)
})

describe.each(GUARDED_CALLS)('%s', (name) => {
  test('returns 403 when the body names another user as the actor', async () => {
    const { actor } = getCall(name)
    if (actor === undefined) return
    for (const forged of [victim.id, String(victim.id), admin.id, 999_999_999]) {
      const answer = await send(name, { ...right, [actor]: forged }, me.cookie)
      expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
    }
    expect((await t.db.execute(sql`select 1 from enrollments where user_id = ${me.id}`)).rows).toEqual([])
  })

  test('changes and returns nothing of other users, whatever ids the body contains', async () => {
    const before = await snapshotOfOthers()
    for (const field of ACTING_IDS) {
      for (const forged of [victim.id, String(victim.id), admin.id]) {
        const answer = await send(name, { ...right, ...mine[name]?.(), [field]: forged }, me.cookie)
        expect(JSON.stringify(answer.body)).not.toContain(victim.email)
        expect(JSON.stringify(answer.body)).not.toContain(admin.email)
      }
    }
    expect(await snapshotOfOthers()).toEqual(before)
    expect((await t.call('session', {}, victim.cookie)).body.msg).toMatchObject({ loggedIn: true })
  })

  test('ignores a name, role, picture or count in the body', async () => {
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
    const believed = Object.entries(claims).filter(([field]) => !OWN_TO_SET[name]?.includes(field))
    await send(name, { ...right, ...mine[name]?.(), ...Object.fromEntries(believed) }, me.cookie)
    const { rows } = await t.db.execute<{ found: boolean }>(sql`
      select users::text || coalesce((select string_agg(e::text, '') from enrollments e where e.user_id = users.id), '') like any (array['%orged%', '%admin%', '%,99)%', '%2001-01-01%']) as found
      from users where id = ${me.id}
    `)
    expect(rows).toEqual([{ found: false }])
    const log = await t.db.execute(sql`select message, email from system_log where student_id = ${me.id}`)
    expect(JSON.stringify(log.rows)).not.toMatch(new RegExp(`Forged|${admin.email}`))
  })
})
