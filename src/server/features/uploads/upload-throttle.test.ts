import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { lessons, throttles } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { getUploadsFolder } from './upload-routes.ts'

const VIDEO = `${'c3'.repeat(16)}.webm`
const PICTURE = `${'a1'.repeat(16)}.webp`
const LECTURE_PARTS = (2 * 60 * 60) / 4
const LIMIT = 3_000
/** Files and pictures of one user in half an hour. */
const UPLOADS = 30

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })
beforeAll(() => {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of [VIDEO, PICTURE]) writeFileSync(join(folder, name), Buffer.alloc(LIMIT))
})

/** The n-th byte of the file. */
const getPart = (name: string, n: number, headers: Record<string, string>) =>
  t.app.inject({ url: `/uploads/${name}`, headers: { range: `bytes=${n}-${n}`, ...headers } })

async function getStatuses(name: string, parts: number, headers: Record<string, string>): Promise<number[]> {
  const statuses = new Set<number>()
  for (let start = 0; start < parts; start += 100)
    for (const { statusCode } of await Promise.all(
      Array.from({ length: Math.min(100, parts - start) }, (_, n) => getPart(name, start + n, headers)),
    ))
      statuses.add(statusCode)
  return [...statuses]
}

test('serves a two-hour lecture in parts of four seconds at once, and refuses tiny parts without end', async () => {
  // Admins watch every file.
  const [player, other] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn({ role: 'admin' })]
  const from = { cookie: player.cookie }
  expect(await getStatuses(VIDEO, LECTURE_PARTS, from)).toEqual([206])
  // Seeking through it for a while, too.
  expect(await getStatuses(VIDEO, LIMIT - LECTURE_PARTS, from)).toEqual([206])
  const refused = await getPart(VIDEO, 0, from)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_often'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Neither the rest of the site, nor anyone else in the network.
  expect((await t.call('getCourses', { page: 1 }, player.cookie)).status).toBe(200)
  expect((await getPart(VIDEO, 0, { cookie: other.cookie })).statusCode).toBe(206)
})

test(
  'refuses a network that asks for parts of pictures without end, and goes on serving them whole',
  { tags: ['slow'] },
  async () => {
    const from = { 'x-forwarded-for': '10.2.0.1' }
    expect(await getStatuses(PICTURE, LIMIT, from)).toEqual([206])
    expect((await getPart(PICTURE, 0, from)).statusCode).toBe(429)
    expect((await t.app.inject({ url: `/uploads/${PICTURE}`, headers: from })).statusCode).toBe(200)
    expect((await getPart(PICTURE, 0, { 'x-forwarded-for': '10.2.0.2' })).statusCode).toBe(206)
  },
)

test('counts a visitor’s requests for lesson files, which cost a session look-up', { tags: ['slow'] }, async () => {
  const from = { 'x-forwarded-for': '10.2.0.3' }
  expect(await getStatuses(VIDEO, LIMIT, from)).toEqual([401])
  expect((await getPart(VIDEO, 0, from)).statusCode).toBe(429)
})

async function openAssignment() {
  const course = await t.make.course()
  const { id } = at(course.lessons)
  await t.db.update(lessons).set({ kind: 'assignment', completion: 'accepted', url: '' }).where(eq(lessons.id, id))
  const [student, other] = [await t.make.signedIn(), await t.make.signedIn()]
  for (const { id: userId } of [student, other]) await t.make.enrollment(userId, course.id)
  const upload = (cookie: string, payload = Buffer.from('My homework')) =>
    t.app.inject({
      ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${id}`, payload },
      headers: { 'content-type': 'application/octet-stream', cookie },
    })
  return { student, other, upload }
}

test('refuses a student’s 31st file for an assignment within half an hour, and stores nothing of it', async () => {
  const { student, other, upload } = await openAssignment()
  const folder = join(getUploadsFolder(t.dataDir), 'submissions')
  // What is not stored is not counted.
  expect((await upload(student.cookie, Buffer.alloc(0))).statusCode).toBe(400)
  for (let n = 0; n < UPLOADS; n++) expect((await upload(student.cookie)).statusCode).toBe(201)
  const stored = readdirSync(folder).length
  const refused = await upload(student.cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_often'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect(readdirSync(folder)).toHaveLength(stored)
  expect((await upload(other.cookie)).statusCode).toBe(201)
})

test('refuses a student’s files beyond 500 MB a day', async () => {
  const { student, other, upload } = await openAssignment()
  expect((await upload(student.cookie, Buffer.alloc(10 * 1024))).statusCode).toBe(201)
  const key = eq(throttles.key, `submission-kb:${student.id}`)
  expect(await t.db.select({ points: throttles.points }).from(throttles).where(key)).toEqual([{ points: 10 }])
  await t.db
    .update(throttles)
    .set({ points: 500 * 1024 - 20 })
    .where(key)
  const refused = await upload(student.cookie, Buffer.alloc(21 * 1024))
  expect([refused.statusCode, refused.json().msg]).toEqual([429, 'You can upload 500 MB a day. Try again tomorrow'])
  // What was refused is not counted.
  expect((await upload(student.cookie, Buffer.alloc(20 * 1024))).statusCode).toBe(201)
  expect((await upload(student.cookie)).statusCode).toBe(429)
  expect((await upload(other.cookie)).statusCode).toBe(201)
})
