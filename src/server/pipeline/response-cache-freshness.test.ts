import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { site } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/picture-form.ts'
import { requestResetCode } from '#server/testing/sent-mails.ts'
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

/** A student of a course, with the reads that show it; each was asked for before, so that its answer is kept. */
async function learner() {
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

describe('the read after a write shows it', () => {
  test('enrolling', async () => {
    const { me, other, course, reads } = await learner()
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

  test('ticking, taking the tick away, and the place in a lesson', async () => {
    const { me, course, reads } = await learner()
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

  test('logging out and in', async () => {
    const { me } = await learner()
    const session = async (cookie?: string) => (await t.call('session', {}, cookie)).body.msg
    await t.call('logout', {}, me.cookie)
    expect(await session(me.cookie)).toMatchObject({ loggedIn: false })
    expect(await session()).toMatchObject({ loggedIn: false })
    const { cookie } = await t.call('login', { email: me.email, password: PASSWORD })
    expect(await session(cookie)).toMatchObject({ loggedIn: true })
  })

  test('a changed name and picture, and an account that goes', async () => {
    const { me, other, course, reads } = await learner()
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
    expect(await reads()).toMatchObject({
      session: { userData: [{ first_name: 'Renamed', image_url }] },
      catalogue: [{ stars: 4 }],
    })
    await t.call('deleteAccount', { confirmation: me.email, password: PASSWORD }, me.cookie)
    expect(await reviews()).toEqual([])
    expect(await reads(other.cookie)).toMatchObject({ catalogue: [{ stars: 0 }] })
    expect((await t.call('session', {}, me.cookie)).body.msg).toMatchObject({ loggedIn: false })
  })

  test('a course’s new cover', async () => {
    const { course, reads } = await learner()
    const admin = await t.make.signedIn({ role: 'admin' })
    const { image_url } = (await t.upload({ id: course.id, image: TINY_PNG }, admin.cookie)).body.msg as {
      image_url: string
    }
    expect(await reads()).toMatchObject({ catalogue: [{ image_url }], course: { msg: { course: { image_url } } } })
  })

  test('signing up', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const users = async () => (await t.call('getUsers', { page: 1 }, admin.cookie)).body.msg as { email: string }[]
    await users()
    const email = 'just.now@mail.example'
    await t.send('signup', { first_name: 'Just', last_name: 'Now', email, password: PASSWORD, birthdate: '1990-01-01' })
    expect(at(await users()).email).toBe(email)
  })
})

test('one person’s kept answer is never given to another', async () => {
  const { me, other, course, reads } = await learner()
  await t.call('enrollCourse', { course_id: course.id }, me.cookie)
  const [mine, theirs, visitors] = await Promise.all([reads(), reads(other.cookie), t.call('session', {})])
  expect(mine.session).toMatchObject({ userData: [{ student_id: me.id }] })
  expect(theirs.session).toMatchObject({ userData: [{ student_id: other.id }] })
  expect(visitors.body.msg).toEqual({ loggedIn: false, userData: [] })
  expect(mine.course).not.toEqual(theirs.course)
})

test('a crowd that reads while one enrolls is never left with the old answer', async () => {
  const { me, course, reads } = await learner()
  const crowd = Array.from({ length: 40 }, () =>
    t.call('getCourses', { page: 1, search_text: course.title }, me.cookie),
  )
  await Promise.all([
    ...crowd.slice(0, 20),
    t.call('enrollCourse', { course_id: course.id }, me.cookie),
    ...crowd.slice(20),
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
  /** Asks until the answer is as wanted, for a second. */
  async function within1s(ask: () => Promise<unknown>, wanted: object) {
    const until = Date.now() + 1_000
    let last = await ask()
    while (Date.now() < until && !matches(last, wanted)) {
      // In-process answers from memory would otherwise leave the event loop no turn to hear the bus.
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

  test('agree within a second on what a student does', async () => {
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

  test('agree within a second that a session has ended', async () => {
    const me = await t.make.signedIn()
    expect(await onSecond('session', me.cookie)).toMatchObject({ loggedIn: true })
    await t.call('logout', {}, me.cookie)
    await within1s(() => onSecond('session', me.cookie), { loggedIn: false })
  })

  test('agree within a second that a reset, a new password or the account’s end has ended sessions', async () => {
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

  test('agree within a second on maintenance', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    for (const status of [false, true]) {
      await t.call('setMaintenance', { status }, admin.cookie)
      await within1s(() => onSecond('getMaintenace', ''), [{ status }])
    }
  })

  test('keep nothing while they cannot hear each other, and hear each other again', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course()
    await t.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'`)
    await sleep(300)
    const read = () => onSecond('getCourseData', me.cookie, { course_id: course.id })
    expect(await read()).toMatchObject({ enrolled: false })
    await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    expect(await read()).toMatchObject({ enrolled: true })
    // Connected again a second later.
    await sleep(1_500)
    await read()
    await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, me.cookie)
    await within1s(read, { msg: { course: { progress: 33 } } })
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

test('maintenance set by another process before the start is known from the first request on', async () => {
  await t.db
    .insert(site)
    .values({ running: false })
    .onConflictDoUpdate({ target: site.id, set: { running: false } })
  const fresh = await buildApp({ env: t.env, database: t.database })
  expect((await fresh.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })).statusCode).toBe(503)
  await fresh.close()
})
