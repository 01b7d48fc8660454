import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses, site } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { requestResetCode } from '#server/testing/mail/sent-mails.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { buildApp } from '#server/app.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'

const PASSWORD = 'a lantern in the fog'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** A student and a course, and the reads that show both. Each was called once, so that its answer is cached. */
async function createStudent() {
  const me = await t.make.signedIn({ password: PASSWORD })
  const course = await t.make.course({ lessonTitles: ['One', 'Two'] })
  const other = await t.make.signedIn()
  const reads = async (cookie: string | undefined = me.cookie) => ({
    session: (await t.call('session', {}, cookie)).body.msg,
    catalogue: (await t.call('getCourses', { page: 1, search_text: course.title }, cookie)).body.msg,
    mine: (await t.call('getEnrolledCourses', { page: 1 }, cookie)).body.msg,
    course: (await t.call('getCourseData', { course_id: course.id }, cookie)).body.msg,
  })
  await reads()
  await reads(other.cookie)
  return { me, other, course, reads }
}

describe('a read after a write shows', () => {
  test('an enrollment', async () => {
    const { me, other, course, reads } = await createStudent()
    await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    expect(await reads()).toMatchObject({
      session: { userData: [{ course_joined: 1 }] },
      catalogue: [{ enrolled: true }],
      mine: [[{ title: course.title }], [{ 'COUNT(*)': 1 }]],
      course: { enrolled: true, msg: { materials: [{ url: expect.stringMatching(/^https/) }, {}] } },
    })
    expect(await reads(other.cookie)).toMatchObject({
      session: { userData: [{ course_joined: 0 }] },
      catalogue: [{ enrolled: false }],
      mine: [[], [{ 'COUNT(*)': 0 }]],
      course: { enrolled: false },
    })
  })

  test('a completed lesson, an undone one and a lesson position', async () => {
    const { me, course, reads } = await createStudent()
    await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    const lesson = at(course.lessons)
    for (const [value, progress] of [
      [true, 50],
      [false, 0],
      [true, 50],
    ] as const) {
      await reads()
      await t.call('completeCourse', { id: lesson.id, course_id: course.id, value }, me.cookie)
      expect(await reads()).toMatchObject({
        catalogue: [{ progress }],
        mine: [[{ progress }], [{}]],
        course: { msg: { course: { progress }, materials: [{ isCompleted: value }, {}] } },
      })
    }
    await t.call('saveLessonPosition', { id: lesson.id, position: 33 }, me.cookie)
    expect(await reads()).toMatchObject({ course: { msg: { materials: [{ position: 33 }, {}] } } })
  })

  test('a logout and a login', async () => {
    const { me } = await createStudent()
    const session = async (cookie?: string) => (await t.call('session', {}, cookie)).body.msg
    await t.call('logout', {}, me.cookie)
    expect(await session(me.cookie)).toMatchObject({ loggedIn: false })
    expect(await session()).toMatchObject({ loggedIn: false })
    const { cookie } = await t.call('login', { email: me.email, password: PASSWORD })
    expect(await session(cookie)).toMatchObject({ loggedIn: true })
  })

  test('a changed name and picture, and a deleted account', async () => {
    const { me, other, course, reads } = await createStudent()
    await t.make.review(me.id, course.id, 4)
    const reviews = async () => (await t.call('getReviews', { page: 1, course_id: course.id }, other.cookie)).body.msg
    expect(await reviews()).toMatchObject([{ first_name: me.firstName, image_url: '' }])
    await t.call(
      'updateUser',
      { email: me.email, first_name: 'Renamed', last_name: 'L', birthdate: null, gender: null },
      me.cookie,
    )
    const { image_url } = (await t.upload({ id: me.id, image: TINY_PNG }, me.cookie)).body.msg as { image_url: string }
    expect(await reviews()).toMatchObject([{ first_name: 'Renamed', image_url }])
    expect(await reads()).toMatchObject({ session: { userData: [{ first_name: 'Renamed', image_url }] } })
    const newcomer = await t.make.signedIn()
    expect(await reads(newcomer.cookie)).toMatchObject({ catalogue: [{ stars: 4 }] })
    await t.call('deleteAccount', { confirmation: me.email, password: PASSWORD }, me.cookie)
    expect(await reviews()).toEqual([])
    expect(await reads(newcomer.cookie)).toMatchObject({ catalogue: [{ stars: 0 }] })
    expect((await t.call('session', {}, me.cookie)).body.msg).toMatchObject({ loggedIn: false })
  })

  test('a review that is added and removed', async () => {
    const { me, other, course, reads } = await createStudent()
    const course_id = course.id
    const reviews = async () => {
      const list = (await t.call('getReviews', { page: 1, course_id }, other.cookie)).body.msg as {
        review_id: number
      }[]
      const { counts } = (await t.call('getReviewSummary', { course_id }, other.cookie)).body.msg as {
        counts: number[]
      }
      return { list, counts }
    }
    await t.make.enrollment(me.id, course_id)
    expect(await reviews()).toEqual({ list: [], counts: [0, 0, 0, 0, 0] })
    await t.call('addReview', { course_id, review_text: 'Clear', stars: 4 }, me.cookie)
    const added = await reviews()
    expect(added).toMatchObject({ list: [{ review_text: 'Clear' }], counts: [0, 0, 0, 1, 0] })
    expect(await reads(other.cookie)).toMatchObject({ catalogue: [{ stars: 4 }] })
    await t.call('deleteReview', { review_id: at(added.list).review_id }, me.cookie)
    expect(await reviews()).toEqual({ list: [], counts: [0, 0, 0, 0, 0] })
    expect(await reads(other.cookie)).toMatchObject({ catalogue: [{ stars: 0 }] })
  })

  test('a comment that is added and removed', async () => {
    const me = await t.make.signedIn()
    const { id: blog_id } = await t.make.post()
    const comments = async () => ({
      all: (await t.call('getComments', { page: 1, blog_id })).body.msg as { comment_id: number }[],
      own: (await t.call('getOwnComments', { blog_id }, me.cookie)).body.msg,
    })
    expect(await comments()).toEqual({ all: [], own: [] })
    await t.call('addComment', { blog_id, comment_text: 'Thank you' }, me.cookie)
    const { all, own } = await comments()
    const { comment_id } = at(all)
    expect([all, own]).toEqual([[expect.objectContaining({ comment_text: 'Thank you' })], [comment_id]])
    await t.call('deleteComment', { comment_id }, me.cookie)
    expect(await comments()).toEqual({ all: [], own: [] })
  })

  test('a post that is changed, made a draft and deleted', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const { id: blog_id } = await t.make.post({ title: 'Before' })
    const read = async () => {
      const { code, msg } = (await t.call('getBlogData', { blog_id })).body
      return code ?? at(msg as { title: string }[]).title
    }
    const fields = { blog_id, title: 'After', subtitle: 'S', content: '<p>C</p>' }
    expect(await read()).toBe('Before')
    await t.call('updateBlog', { ...fields, public: true }, admin.cookie)
    expect(await read()).toBe('After')
    await t.call('updateBlog', { ...fields, public: false }, admin.cookie)
    expect(await read()).toBe('blog_not_found')
    await t.call('updateBlog', { ...fields, public: true }, admin.cookie)
    expect(await read()).toBe('After')
    await t.call('deleteBlog', { blog_id }, admin.cookie)
    expect(await read()).toBe('blog_not_found')
  })

  test('a course’s new cover', async () => {
    const { course, reads } = await createStudent()
    const admin = await t.make.signedIn({ role: 'admin' })
    const { image_url } = (await t.upload({ id: course.id, image: TINY_PNG }, admin.cookie)).body.msg as {
      image_url: string
    }
    expect(await reads()).toMatchObject({ catalogue: [{ image_url }], course: { msg: { course: { image_url } } } })
  })

  test('a signup', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const users = async () => (await t.call('getUsers', { page: 1 }, admin.cookie)).body.msg as { email: string }[]
    await users()
    const email = 'just.now@mail.example'
    await t.send('signup', { first_name: 'Just', last_name: 'Now', email, password: PASSWORD, birthdate: '1990-01-01' })
    expect(at(await users()).email).toBe(email)
  })
})

test('a profile picture leaves the cached catalogue, which does not show it', async () => {
  const { me, course, reads } = await createStudent()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.db.update(courses).set({ title: 'Behind the cache' }).where(eq(courses.id, course.id))
  await t.upload({ id: me.id, image: TINY_PNG }, me.cookie)
  expect(await reads()).toMatchObject({ catalogue: [{ title: course.title }] })
  await t.upload({ id: course.id, image: TINY_PNG }, admin.cookie)
  const { body } = await t.call('getCourseData', { course_id: course.id }, me.cookie)
  expect(body.msg).toMatchObject({ msg: { course: { title: 'Behind the cache' } } })
})

test('never returns one user’s cached answer to another', async () => {
  const { me, other, course, reads } = await createStudent()
  await t.call('enrollCourse', { course_id: course.id }, me.cookie)
  const [mine, theirs, visitors] = await Promise.all([reads(), reads(other.cookie), t.call('session', {})])
  expect(mine.session).toMatchObject({ userData: [{ student_id: me.id }] })
  expect(theirs.session).toMatchObject({ userData: [{ student_id: other.id }] })
  expect(visitors.body.msg).toEqual({ loggedIn: false, userData: [] })
  expect(mine.course).not.toEqual(theirs.course)
})

test('does not keep an old answer that was loaded while the student enrolled', async () => {
  const { me, course, reads } = await createStudent()
  const readers = Array.from({ length: 40 }, () =>
    t.call('getCourses', { page: 1, search_text: course.title }, me.cookie),
  )
  await Promise.all([
    ...readers.slice(0, 20),
    t.call('enrollCourse', { course_id: course.id }, me.cookie),
    ...readers.slice(20),
  ])
  expect(await reads()).toMatchObject({ catalogue: [{ enrolled: true }], mine: [[{}], [{ 'COUNT(*)': 1 }]] })
})

describe.skipIf(!ON_SERVER)(`two servers on one PostgreSQL${NEEDS_SERVER}`, () => {
  let second: FastifyInstance
  let database: Database
  beforeAll(async () => {
    database = await connect({ databaseUrl: t.databaseUrl, dataDir: t.dataDir })
    second = await buildApp({ env: t.env, database })
  })
  afterAll(async () => {
    await second.close()
    await database.close()
  })

  const onSecond = async (name: string, cookie: string, payload?: object) => {
    const response = await second.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/${name}`,
      headers: { cookie },
      ...(payload && { payload }),
    })
    return response.json().msg
  }
  /** Repeats the call for up to a second until the answer matches. */
  async function within1s(ask: () => Promise<unknown>, wanted: object) {
    const until = Date.now() + 1_000
    let last = await ask()
    while (Date.now() < until && !matches(last, wanted)) {
      // Cached in-process answers would otherwise starve the bus of the event loop.
      await sleep(20)
      last = await ask()
    }
    expect(last).toMatchObject(wanted)
  }
  const matches = (value: unknown, wanted: object) => {
    try {
      expect(value).toMatchObject(wanted)
      return true
    } catch {
      return false
    }
  }

  test('show a student’s change within a second', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course()
    const read = () => onSecond('getCourseData', me.cookie, { course_id: course.id })
    expect(await read()).toMatchObject({ enrolled: false })
    expect(await onSecond('session', me.cookie)).toMatchObject({ userData: [{ course_joined: 0 }] })
    await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    await within1s(read, { enrolled: true })
    await within1s(() => onSecond('session', me.cookie), { userData: [{ course_joined: 1 }] })
    await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, me.cookie)
    await within1s(read, { msg: { course: { progress: 33 } } })
  })

  test('end a session within a second', async () => {
    const me = await t.make.signedIn()
    expect(await onSecond('session', me.cookie)).toMatchObject({ loggedIn: true })
    await t.call('logout', {}, me.cookie)
    await within1s(() => onSecond('session', me.cookie), { loggedIn: false })
  })

  test('end sessions within a second after a reset, a new password or a deleted account', async () => {
    const changes: ((me: { email: string; cookie: string }) => Promise<unknown>)[] = [
      async ({ email }) =>
        t.call('resetPass', { email, code: await requestResetCode(t, email), password: 'eleven green bottles' }),
      async ({ cookie }) =>
        t.call('changePassword', { password: PASSWORD, new_password: 'eleven green bottles' }, cookie),
      async ({ email, cookie }) => t.call('deleteAccount', { confirmation: email, password: PASSWORD }, cookie),
    ]
    for (const change of changes) {
      const me = await t.make.signedIn({ password: PASSWORD })
      const elsewhere = await t.make.cookie(me.id)
      expect(await onSecond('session', elsewhere)).toMatchObject({ loggedIn: true })
      await change(me)
      await within1s(() => onSecond('session', elsewhere), { loggedIn: false })
    }
  })

  test('switch maintenance within a second', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    for (const status of [false, true]) {
      await t.call('setMaintenance', { status }, admin.cookie)
      await within1s(() => onSecond('getMaintenace', ''), [{ status }])
    }
  })

  test('count failed logins together', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => buildApp({ env: { ...t.env, throttle: true }, database })))
    const user = await t.make.user({ password: PASSWORD })
    const statuses = new Set<number>()
    for (let n = 0; n < 13; n++) {
      const app = n % 2 === 0 ? one : two
      statuses.add(
        (await app?.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, password: 'wrong' } }))
          ?.statusCode ?? 0,
      )
    }
    expect(statuses).toEqual(new Set([401, 429]))
    await Promise.all([one?.close(), two?.close()])
  })
})

test('applies maintenance from the first request when another process set it before the start', async () => {
  await t.db
    .insert(site)
    .values({ running: false })
    .onConflictDoUpdate({ target: site.id, set: { running: false } })
  const fresh = await buildApp({ env: t.env, database: t.database })
  expect((await fresh.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })).statusCode).toBe(503)
  await fresh.close()
})
