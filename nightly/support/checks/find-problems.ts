import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import type { Campus } from '../users/campus.ts'
import type { Acknowledged } from '../users/mixed-writes.ts'

/** Statements without parameters, so that any connection of either database will do. */
export type Query = (text: string) => Promise<Record<string, unknown>[]>

interface Stored {
  query: Query
  campus: Campus
  uploadsFolder: string
}

/** What is lost of these acknowledged writes, and what is half done, as sentences. */
export async function findProblems(acknowledged: readonly Acknowledged[], stored: Stored): Promise<string[]> {
  return [...(await findLost(acknowledged, stored.query)), ...(await findHalfDone(acknowledged, stored))]
}

/** Of the format, which is lossy. */
const COLOR_ERROR = 16
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

type Kind<Name> = Extract<Acknowledged, { kind: Name }>

async function findLost(acknowledged: readonly Acknowledged[], query: Query): Promise<string[]> {
  const lost: string[] = []
  /** Compares the acknowledged writes of a kind with the rows, both as text. */
  const compare = async <Name extends Acknowledged['kind']>(
    kind: Name,
    statement: string,
    toKey: (write: Kind<Name>) => string,
  ) => {
    const rows = new Set((await query(statement)).map(({ key }) => String(key)))
    const writes = acknowledged.filter((one): one is Kind<Name> => one.kind === kind)
    lost.push(...writes.filter((one) => !rows.has(toKey(one))).map((one) => `lost ${kind} ${toKey(one)}`))
  }
  await compare('account', 'select email as key from users where password_hash is not null', ({ email }) => email)
  await compare(
    'tick',
    `select u.email || ' ' || p.lesson_id as key from lesson_progress p join users u on u.id = p.user_id
     where p.completed_at is not null`,
    ({ email, lessonId }) => `${email} ${lessonId}`,
  )
  await compare('chat', `select id || ' ' || text as key from messages`, ({ id, text }) => `${id} ${text}`)
  await compare('order', `select id as key from orders where status = 'paid'`, ({ id }) => String(id))
  await compare(
    'review',
    `select u.email || ' ' || r.course_id || ' ' || r.text as key from reviews r join users u on u.id = r.user_id`,
    ({ email, courseId, text }) => `${email} ${courseId} ${text}`,
  )
  await compare('comment', 'select text as key from comments', ({ text }) => text)
  await compare('picture', `select email as key from users where image_url <> ''`, ({ email }) => email)
  return lost
}

/** Each finds the rows that only half a transaction, or one done twice, could leave. */
const HALF_DONE: [string, string][] = [
  [
    'an enrollment counts other lessons than are completed',
    `select e.id from enrollments e where e.completed_lessons <> (select count(*) from lesson_progress p
     join lessons l on l.id = p.lesson_id where p.user_id = e.user_id and l.course_id = e.course_id and p.completed_at is not null)`,
  ],
  [
    'a completed lesson has no event',
    `select p.lesson_id from lesson_progress p where p.completed_at is not null and not exists (
     select from learning_events v where v.user_id = p.user_id and v.lesson_id = p.lesson_id)`,
  ],
  [
    'a paid order has no access',
    `select o.id from orders o where o.status = 'paid' and not exists (
     select from entitlements t where t.order_id = o.id)`,
  ],
  [
    'an entitlement has no enrollment',
    `select t.id from entitlements t where not exists (
     select from enrollments e where e.user_id = t.user_id and e.course_id = t.course_id)`,
  ],
  [
    'a course counts other reviews than it has',
    `select c.id from courses c where c.reviews_count <> (select count(*) from reviews r where r.course_id = c.id)
     or c.stars_sum <> (select coalesce(sum(stars), 0) from reviews r where r.course_id = c.id)`,
  ],
  ['a message is stored twice', 'select text from messages group by text having count(*) > 1'],
  ['an order number is used twice', 'select number from orders group by number having count(*) > 1'],
]

async function findHalfDone(acknowledged: readonly Acknowledged[], { query, campus, uploadsFolder }: Stored) {
  const problems: string[] = []
  for (const [problem, statement] of HALF_DONE) {
    const rows = await query(statement)
    if (rows.length > 0) problems.push(`${rows.length} times: ${problem}`)
  }
  const titles = await query(
    `select title from courses where id = ${campus.savedCourse.id} union select title from lessons where course_id = ${campus.savedCourse.id}`,
  )
  if (titles.length !== 1) problems.push(`half a course was saved: ${titles.map(({ title }) => title).join(', ')}`)
  const version = Number(String(titles[0]?.title).split(' ')[1])
  const lastSaved = Math.max(0, ...acknowledged.map((one) => (one.kind === 'save' ? one.version : 0)))
  if (version < lastSaved) problems.push(`lost save ${lastSaved}: the course is at ${version}`)
  return [
    ...problems,
    ...(await findBrokenPictures(query, uploadsFolder)),
    ...(await findLostPictures(acknowledged, query)),
  ]
}

async function findBrokenPictures(query: Query, uploadsFolder: string): Promise<string[]> {
  const rows = await query(`select image_url from users where image_url <> ''`)
  const problems = await Promise.all(
    rows.map(async ({ image_url: url }) => {
      const path = join(uploadsFolder, basename(String(url)))
      if (!existsSync(path)) return [`the picture ${String(url)} has no file`]
      return (await isUploadedPicture(path)) ? [] : [`the file of the picture ${String(url)} is damaged`]
    }),
  )
  return problems.flat()
}

/** A picture that an acknowledged one has replaced must not be back. */
async function findLostPictures(acknowledged: readonly Acknowledged[], query: Query): Promise<string[]> {
  const urls = new Map<string, string[]>()
  for (const one of acknowledged) {
    if (one.kind === 'picture') urls.set(one.email, [...(urls.get(one.email) ?? []), basename(one.url)])
  }
  const emails = [...urls.keys()].map(quote)
  if (emails.length === 0) return []
  const rows = await query(`select email, image_url from users where email in (${emails.join(', ')})`)
  return rows.flatMap(({ email, image_url: url }) => {
    const earlier = urls.get(String(email))?.slice(0, -1) ?? []
    return earlier.includes(basename(String(url))) ? [`an older picture of ${String(email)} is back`] : []
  })
}

/** Of pictures by their bytes: most are the same after each kill or power cut, and a picture takes long to decode. */
const decoded = new Map<string, Promise<boolean>>()

async function isUploadedPicture(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  const key = hash('sha256', bytes, 'base64url')
  const known = decoded.get(key) ?? isWholeAndOfOneColor(bytes)
  decoded.set(key, known)
  return known
}

/** As `mixed-writes.ts` uploads them. */
async function isWholeAndOfOneColor(bytes: Buffer): Promise<boolean> {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
    return isOfOneColor(data, info.channels)
  } catch {
    return false
  }
}

/** Each channel as in the first pixel, nearly. */
function isOfOneColor(pixels: Uint8Array, channels: number): boolean {
  // 750,000 values: a loop takes a fifth of the time that a function for each of them takes.
  for (let at = channels; at < pixels.length; at++) {
    if (Math.abs((pixels[at] ?? 0) - (pixels[at % channels] ?? 0)) > COLOR_ERROR) return false
  }
  return true
}
