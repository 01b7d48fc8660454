import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import {
  blogs,
  comments,
  courses,
  enrollments,
  entitlements,
  lessons,
  reviews,
  sessions,
  users,
} from '#server/platform/db/schema.ts'

let lastNumber = 0

/** Cheaper than the product's: argon2 reads its cost from the hash, so logging in is cheap too. */
export const CHEAP_HASH_COST = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
const passwordHashes = new Map<string, Promise<string>>()

function hashCheaply(password: string): Promise<string> {
  const known = passwordHashes.get(password) ?? hash(password.normalize('NFC'), CHEAP_HASH_COST)
  passwordHashes.set(password, known)
  return known
}

/** Every record is unique: its number is part of its name. */
export function createFactories(db: Db) {
  return { ...createUserFactories(db), ...createCourseFactories(db), ...createBlogFactories(db) }
}

function createUserFactories(db: Db) {
  async function user(values: Partial<typeof users.$inferInsert> & { password?: string } = {}) {
    const number = ++lastNumber
    const { password, ...columns } = values
    const [row] = await db
      .insert(users)
      .values({
        email: `person${number}@mail.example`,
        firstName: `First${number}`,
        lastName: `Last${number}`,
        ...(password !== undefined && { passwordHash: await hashCheaply(password) }),
        ...columns,
      })
      .returning()
    if (!row) throw new Error('The user was not created')
    return row
  }

  /** Creates a session of this age, such as '11 minutes', and returns its cookie. */
  async function cookie(userId: number, age = '0 seconds'): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await db.insert(sessions).values({
      tokenHash: createHash('sha256').update(token).digest(),
      userId,
      createdAt: sql`now() - ${age}::interval`,
      expiresAt: sql`now() + interval '1 day'`,
      idleUntil: sql`now() + interval '1 hour'`,
    })
    return `sid=${token}`
  }

  async function signedIn(values: Parameters<typeof user>[0] = {}) {
    const row = await user(values)
    return { ...row, cookie: await cookie(row.id) }
  }

  return { user, cookie, signedIn }
}

function createCourseFactories(db: Db) {
  async function course(values: Partial<typeof courses.$inferInsert> & { lessonTitles?: string[] } = {}) {
    const { lessonTitles = ['One', 'Two', 'Three'], ...columns } = values
    const [row] = await db
      .insert(courses)
      .values({
        title: `Course ${++lastNumber}`,
        category: 'Cybersecurity Basics',
        description: 'What it is about.',
        lessonsCount: lessonTitles.length,
        ...columns,
      })
      .returning()
    if (!row) throw new Error('The course was not created')
    const lessonRows =
      lessonTitles.length === 0
        ? []
        : await db
            .insert(lessons)
            .values(
              lessonTitles.map((title, place) => ({
                courseId: row.id,
                place,
                title,
                subtitle: `${title}, said shortly`,
                url: `https://media.example/${row.id}/${place}.webm`,
              })),
            )
            .returning()
    return { ...row, lessons: lessonRows }
  }

  async function enrollment(userId: number, courseId: number) {
    await db.insert(enrollments).values({ userId, courseId })
    await db.insert(entitlements).values({ userId, courseId, source: 'free' })
    await db
      .update(users)
      .set({ courseJoined: sql`${users.courseJoined} + 1` })
      .where(sql`${users.id} = ${userId}`)
  }

  async function review(userId: number, courseId: number, stars = 5, text = 'Good.') {
    const [row] = await db.insert(reviews).values({ userId, courseId, stars, text }).returning()
    if (!row) throw new Error('The review was not created')
    await db
      .update(courses)
      .set({ reviewsCount: sql`${courses.reviewsCount} + 1`, starsSum: sql`${courses.starsSum} + ${stars}` })
      .where(sql`${courses.id} = ${courseId}`)
    return row
  }

  return { course, enrollment, review }
}

function createBlogFactories(db: Db) {
  async function post(values: Partial<typeof blogs.$inferInsert> = {}) {
    const [row] = await db
      .insert(blogs)
      .values({ title: `Post ${++lastNumber}`, subtitle: 'Said shortly', content: '<p>Said at length</p>', ...values })
      .returning()
    if (!row) throw new Error('The post was not created')
    return row
  }

  async function comment(userId: number, blogId: number, text = 'Well said.') {
    const [row] = await db.insert(comments).values({ userId, blogId, text }).returning()
    if (!row) throw new Error('The comment was not created')
    return row
  }

  return { post, comment }
}

export type Factories = ReturnType<typeof createFactories>
export type SignedInUser = Awaited<ReturnType<Factories['signedIn']>>
