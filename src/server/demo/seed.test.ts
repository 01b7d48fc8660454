import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import type { CallOutput } from '#contract/contract.ts'
import type { Conversation } from '#contract/schemas/chat.ts'
import type { Course } from '#contract/schemas/courses.ts'
import {
  blogs,
  comments,
  courses,
  enrollments,
  lessonProgress,
  lessons,
  reviews,
  users,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { createTestApp, useTestApp } from '#server/testing/test-app.ts'
import { ensureAdmin } from '#server/cli/ensure-admin.ts'
import { type SeededDemo, seedDemo } from './seed.ts'
import { seedAuditLog } from './seed-audit-log.ts'
import { seedConversations } from './seed-conversations.ts'

const t = useTestApp({ DEMO: 'on' })
let seeded: SeededDemo | null
beforeAll(async () => {
  seeded = await seedDemo(t.database, t.env)
})

const TABLES = { users, courses, lessons, enrollments, lessonProgress, reviews, blogs, comments }
async function counts() {
  const entries = await Promise.all(
    Object.entries(TABLES).map(
      async ([name, table]) => [name, at(await t.db.select({ n: count() }).from(table)).n] as const,
    ),
  )
  return Object.fromEntries(entries)
}

test('creates 16 courses in all ten categories, 40 students and a blog', async () => {
  expect(await counts()).toMatchObject({ courses: 16, users: 40 })
  const { lessons: lessonCount = 0, reviews: reviewCount = 0, blogs: postCount = 0 } = await counts()
  expect([lessonCount >= 90, reviewCount >= 40, postCount >= 5]).toEqual([true, true, true])
  const rows = await t.db.selectDistinct({ category: courses.category }).from(courses)
  expect(rows.map(({ category }) => category).sort()).toEqual([...CATEGORIES].sort())
})

test('lets only the listed students log in', async () => {
  expect(seeded?.students).toHaveLength(3)
  for (const { email } of seeded?.students ?? []) {
    expect((await t.call('login', { email, password: seeded?.password ?? '' })).status).toBe(200)
  }
  const withPassword = await t.db
    .select({ n: count() })
    .from(users)
    .where(sql`${users.passwordHash} is not null`)
  expect(withPassword).toEqual([{ n: 3 }])
})

test('refuses the demo password on a public address, unless DEMO is on there', async () => {
  const [student] = seeded?.students ?? []
  const credentials = { email: student?.email ?? '', password: seeded?.password ?? '' }
  const open = await t.startSecondServer({ PUBLIC_URL: 'https://learn.example.org' })
  expect((await open.call('login', credentials)).status).toBe(200)
  await open.close()
  const closed = await t.startSecondServer({ PUBLIC_URL: 'https://learn.example.org', DEMO: '' })
  expect((await closed.call('login', credentials)).body).toMatchObject({ code: 'wrong_credentials' })
  const other = await t.make.user({ password: credentials.password })
  expect((await closed.call('login', { ...credentials, email: other.email })).status).toBe(200)
  await t.db.delete(users).where(sql`id = ${other.id}`)
  await closed.close()
})

test('creates no demo on a public address', async () => {
  const empty = await createTestApp({ PUBLIC_URL: 'https://learn.example.org' })
  expect(await seedDemo({ ...empty.database, kind: 'embedded' }, empty.env)).toBeNull()
  expect(await empty.db.select().from(users)).toEqual([])
  await empty.close()
})

test('stores counts that match the rows', async () => {
  const { rows } = await t.db.execute(sql`
    select title from courses
    where lessons_count <> (select count(*) from lessons where course_id = courses.id)
      or reviews_count <> (select count(*) from reviews where course_id = courses.id)
      or stars_sum <> (select coalesce(sum(stars), 0) from reviews where course_id = courses.id)
    union all
    select email from users where course_joined <> (
      select count(*) from enrollments where user_id = users.id and access_until > '-infinity'
    )
    union all
    select 'enrollment ' || id from enrollments e
    where completed_lessons <> (
        select count(*) from lesson_progress p join lessons l on l.id = p.lesson_id
        where p.user_id = e.user_id and l.course_id = e.course_id and p.completed_at is not null
      )
      or (completed_at is not null) <> (completed_lessons = (select lessons_count from courses where id = e.course_id))
    union all
    select 'review ' || id from reviews r
    where not exists (select 1 from enrollments e where e.user_id = r.user_id and e.course_id = r.course_id)
  `)
  expect(rows).toEqual([])
})

test('creates no event in the future or before its user joined', async () => {
  const { rows } = await t.db.execute(sql`
    select 'joined' from users where joined_at > now()
    union all select 'enrolled' from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id
      where e.created_at > now() or e.created_at < u.joined_at or e.created_at < c.created_at
    union all select 'reviewed' from reviews r join enrollments e using (user_id, course_id)
      where r.created_at > now() or r.created_at < e.created_at
    union all select 'commented' from comments c join users u on u.id = c.user_id join blogs b on b.id = c.blog_id
      where c.created_at > now() or c.created_at < u.joined_at or c.created_at < b.created_at
    union all select 'noted' from notes n join lessons l on l.id = n.lesson_id
      left join enrollments e on e.course_id = l.course_id and e.user_id = n.user_id
      where n.created_at > now() or coalesce(e.created_at, 'infinity') > n.created_at
    union all select 'path' from learning_paths p join path_courses pc on pc.path_id = p.id
      join courses c on c.id = pc.course_id where p.created_at < c.created_at
    union all select 'post before its course: ' || c.title from blogs b join courses c
      on position(c.title in b.content) > 0 where b.created_at < c.created_at
  `)
  expect(rows).toEqual([])
})

test('gives each post comments in chronological order, one post more than a page', async () => {
  const said = await t.db
    .select({ blogId: comments.blogId, createdAt: comments.createdAt })
    .from(comments)
    .orderBy(comments.id)
  const counts = (await t.db.select({ id: blogs.id }).from(blogs)).map(
    ({ id }) => said.filter(({ blogId }) => blogId === id).length,
  )
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
  expect(Math.max(...counts)).toBeGreaterThan(10)
  expect(said.map(({ createdAt }) => createdAt)).toEqual(
    said.map(({ createdAt }) => createdAt).toSorted((a, b) => a.getTime() - b.getTime()),
  )
})

test('copies each lesson’s file and serves it to a user who may watch it', async () => {
  const rows = await t.db
    .select({ url: lessons.url })
    .from(lessons)
    .where(inArray(lessons.kind, ['video', 'file']))
  for (const { url } of rows) {
    const path = join(t.dataDir, url)
    expect([url, existsSync(path) && statSync(path).size > 1_000]).toEqual([url, true])
  }
  const preview = at(
    await t.db
      .select({ url: lessons.url })
      .from(lessons)
      .where(and(eq(lessons.isPreview, true), eq(lessons.kind, 'video')))
      .limit(1),
  )
  const { cookie = '' } = await t.make.signedIn()
  const response = await t.app.inject({ url: preview.url, headers: { cookie, range: 'bytes=0-3' } })
  expect([response.statusCode, response.headers['content-type']]).toEqual([206, 'video/webm'])
})

test('gives every video captions that cover all of it', async () => {
  const rows = await t.db
    .select({ captions: lessons.captionsUrl, seconds: lessons.durationSeconds })
    .from(lessons)
    .where(eq(lessons.kind, 'video'))
  expect(rows.length).toBeGreaterThan(90)
  for (const { captions, seconds } of rows) {
    const [head, ...cues] = readFileSync(join(t.dataDir, captions), 'utf8').trim().split('\n\n')
    expect([head, cues.length]).toEqual(['WEBVTT', 4])
    expect(cues.every((cue) => /^\d\d:\d\d\.\d{3} --> \d\d:\d\d\.\d{3}\n.+$/.test(cue))).toBe(true)
    const [, minutes, rest] = /--> (\d\d):([\d.]+)/.exec(cues.at(-1) ?? '') ?? []
    expect(Number(minutes) * 60 + Number(rest)).toBeCloseTo(seconds ?? 0, 2)
  }
})

test('gives the first student a completed and a started course', async () => {
  const { cookie = '' } = await t.call('login', {
    email: at(seeded?.students ?? []).email,
    password: seeded?.password ?? '',
  })
  const ask = async (select_data: '' | 'Completed') => {
    const { body } = await t.call('getEnrolledCourses', { page: 1, select_data }, cookie)
    return (body.msg as [Course[]])[0]
  }
  expect((await ask('Completed')).length).toBeGreaterThan(0)
  expect((await ask('')).some(({ progress }) => progress > 0 && progress < 100)).toBe(true)
})

test('creates nothing at a second start and still returns the logins', async () => {
  const before = await counts()
  await ensureAdmin(t.db, t.env)
  expect(await seedDemo(t.database, t.env)).toEqual({ ...seeded, isNew: false })
  expect(await counts()).toEqual({ ...before, users: Number(before.users) + 1 })
})

test('creates nothing when users exist or the setting is off', async () => {
  const own = await createTestApp({ DEMO: 'on' })
  expect(await seedDemo(own.database, { ...own.env, demo: false })).toBeNull()
  await own.make.user()
  expect(await seedDemo(own.database, own.env)).toBeNull()
  expect(await own.db.select().from(courses)).toEqual([])
  rmSync(join(own.dataDir, 'uploads'), { recursive: true, force: true })
  await own.close()
})

test('creates conversations with the admin, unread where the admin has not replied', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  await seedConversations(t.db, admin.id)
  const { body } = await t.call('getConversations', { page: 1 }, admin.cookie)
  const talked = (body.msg as Conversation[]).flatMap(({ first_name, unread, last }) =>
    last ? [{ first_name, unread, at: last.created_date }] : [],
  )
  expect(talked).toHaveLength(4)
  expect(talked.map(({ at }) => at)).toEqual(
    talked
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  expect(
    talked
      .filter(({ unread }) => unread > 0)
      .map(({ first_name }) => first_name)
      .sort(),
  ).toEqual(['Priya', 'Sofia'])
})

test('fills the audit log with work on the demo content that no admin is said to have done, oldest first', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  await seedAuditLog(t.db)
  const { body } = await t.call('getAuditLog', { page: 1 }, admin.cookie)
  const entries = (body.msg as CallOutput<'getAuditLog'>).filter(({ action }) => action !== 'user.create').toReversed()
  expect(entries.length).toBeGreaterThanOrEqual(7)
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['course.add', 'course.change', 'post.add', 'coupon.add']))
  expect(actions.some((action) => action.startsWith('assignment.'))).toBe(true)
  const dates = entries.map(({ created_date }) => created_date)
  expect(dates).toEqual(dates.toSorted())
  for (const entry of entries)
    expect(entry).toMatchObject({ actor_id: null, actor_name: 'Demo academy', ip: '', device: '' })
})

test('creates log entries for the last 90 days, oldest first', async () => {
  const { rows } = await t.db.execute<{ kind: string; n: number }>(
    sql`select kind, count(*)::int as n from system_log where student_id is not null group by kind order by kind`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account', 'comment', 'learning', 'review']))
  const enrolled = await t.db.execute<{ n: number }>(sql`
    select count(*)::int as n from enrollments where created_at > now() - interval '90 days'
    union all select count(*)::int from system_log where message like 'Enrolled in %' and student_id is not null
  `)
  expect(enrolled.rows[0]?.n).toBeGreaterThan(20)
  expect(enrolled.rows[1]?.n).toBeGreaterThanOrEqual(enrolled.rows[0]?.n ?? 0)
  const { rows: disordered } = await t.db.execute(
    sql`select 1 from system_log a join system_log b on b.id = a.id + 1 where b.created_at < a.created_at and a.student_id is not null and b.student_id is not null and a.message like 'Enrolled%' and b.message like 'Enrolled%'`,
  )
  expect(disordered).toEqual([])
})
