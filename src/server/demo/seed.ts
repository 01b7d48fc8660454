import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/platform/db/connect.ts'
import {
  blogs,
  comments,
  courses,
  enrollments,
  lessonProgress,
  lessons,
  reviews,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import type { Env } from '#server/env.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { demoComments } from './comments-content.ts'
import { demoCourses } from './courses-content.ts'
import type { DemoCourse } from './demo-academy.ts'
import { writeCaptions } from './write-captions.ts'
import { seededRandom } from './seeded-random.ts'
import { demoPosts } from './posts-content.ts'
import { demoStudents } from './students-content.ts'
import { seedLog } from './seed-log.ts'

export interface SeededDemo {
  /** Whom one can sign in as. */
  students: { email: string }[]
  password: string
  /** True when it was laid out just now. */
  isNew: boolean
}

const CLIPS = join(PROJECT_ROOT, 'assets/demo')
/** Demo accounts are for looking around: their password is no secret. */
const DEMO_PASSWORD = 'lantern-light'
const DEMO_LOGINS = 3
const DAY_MS = 86_400_000

/** Fills an empty database with the demo academy. Null when the setting or what is there says not to. */
export async function seedDemo(database: Database, env: Env): Promise<SeededDemo | null> {
  if (!(env.demo ?? database.kind === 'embedded')) return null
  const demoInfo = { students: demoStudents.slice(0, DEMO_LOGINS), password: DEMO_PASSWORD, isNew: false }
  const [existingUser] = await database.db.select({ id: users.id }).from(users).limit(1)
  if (existingUser) return (await hasDemo(database)) ? demoInfo : null
  const folder = getUploadsFolder(env.dataDir)
  const urls = copyClips(folder)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await database.db.transaction(async (tx) => {
    const students = await addStudents(tx, passwordHash)
    const oldestFirst = [...demoCourses].sort((a, b) => b.ageDays - a.ageDays)
    for (const [place, course] of oldestFirst.entries()) await addCourse(tx, course, place, students, urls, folder)
    await addPosts(tx, students)
    await tx.execute(sql`
      update users set course_joined = (select count(*) from enrollments where enrollments.user_id = users.id)
    `)
    await seedLog(tx)
    await tx.insert(systemLog).values({ kind: 'site', message: 'The demo academy was laid out', email: env.adminEmail })
  })
  return { ...demoInfo, isNew: true }
}

async function hasDemo({ db }: Database): Promise<boolean> {
  const first = demoStudents[0]
  if (!first) return false
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.email} = ${first.email}`)
  return rows.length > 0
}

/** Clips become uploads like any other: named after their content, served to those who may watch the lesson. */
function copyClips(folder: string): Map<string, { url: string; seconds: number }> {
  const lengths = JSON.parse(readFileSync(join(CLIPS, 'clips.json'), 'utf8')) as Record<string, { seconds: number }>
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copied = new Map<string, { url: string; seconds: number }>()
  for (const [clip, { seconds }] of Object.entries(lengths)) {
    const source = join(CLIPS, `${clip}.webm`)
    const name = `${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 32)}.webm`
    copyFileSync(source, join(folder, name))
    copied.set(clip, { url: `/uploads/${name}`, seconds })
  }
  return copied
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

interface Student {
  id: number
  /** Place in the content: the first ones can be signed in as. */
  index: number
  joinedDaysAgo: number
}

async function addStudents(tx: Tx, passwordHash: string): Promise<Student[]> {
  const added = await tx
    .insert(users)
    .values(
      [...demoStudents]
        .sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)
        .map((student) => ({
          email: student.email,
          firstName: student.firstName,
          lastName: student.lastName,
          gender: student.gender,
          birthdate: student.birthdate,
          joinedAt: daysAgo(student.joinedDaysAgo),
          passwordHash: demoStudents.indexOf(student) < DEMO_LOGINS ? passwordHash : null,
        })),
    )
    .returning({ id: users.id, email: users.email })
  return demoStudents.map(({ email, joinedDaysAgo }, index) => {
    const row = added.find((one) => one.email === email)
    if (!row) throw new Error(`The demo student ${email} was not added`)
    return { id: row.id, index, joinedDaysAgo }
  })
}

async function addCourse(
  tx: Tx,
  course: DemoCourse,
  place: number,
  students: Student[],
  clips: ReturnType<typeof copyClips>,
  folder: string,
): Promise<void> {
  const createdAt = daysAgo(course.ageDays)
  const [row] = await tx
    .insert(courses)
    .values({
      title: course.title,
      description: course.description,
      category: course.category,
      tabs: course.tabs.join(','),
      priceCents: Math.round(course.price * 100),
      discount: course.discount,
      createdAt,
      lessonsCount: course.lessons.length,
      reviewsCount: course.reviews.length,
      starsSum: course.reviews.reduce((sum, { stars }) => sum + stars, 0),
    })
    .returning({ id: courses.id })
  if (!row) throw new Error('The demo course was not added')
  const lessonRows = await tx
    .insert(lessons)
    .values(
      course.lessons.map((lesson, index) => {
        const clip = clips.get(lesson.clip)
        if (!clip) throw new Error(`The demo lesson ${lesson.clip} has no clip`)
        return {
          courseId: row.id,
          place: index,
          title: lesson.title,
          subtitle: lesson.subtitle,
          url: clip.url,
          durationSeconds: clip.seconds,
          isPreview: lesson.preview ?? false,
          // The clips are silent: captions for some show what they are like.
          captionsUrl: lesson.preview ? writeCaptions(folder, lesson, clip.seconds) : '',
          createdAt,
        }
      }),
    )
    .returning({ id: lessons.id })
  await addEnrollments(
    tx,
    course,
    place,
    row.id,
    lessonRows.map(({ id }) => id),
    students,
  )
}

/** Who joined, how far they are, and what they say: the same at each start, but different for each course. */
async function addEnrollments(
  tx: Tx,
  course: DemoCourse,
  place: number,
  courseId: number,
  lessonIds: number[],
  students: Student[],
): Promise<void> {
  const random = seededRandom(place + 1)
  const shuffled = random.shuffle(students)
  const reviewers = shuffled.slice(0, course.reviews.length)
  const others = shuffled.slice(course.reviews.length, course.reviews.length + random.between(4, 14))
  const learners = [...reviewers, ...others].map(({ id, index, joinedDaysAgo }, position) => {
    const isReviewer = position < reviewers.length
    const share = isReviewer ? random.between(40, 100) : random.between(0, 90)
    // The first of those one can sign in as has one course finished, one nearly and one just begun.
    const done = index === 0 ? [lessonIds.length, lessonIds.length - 1, 1, 0][place % 4] : undefined
    const completed = done ?? (share > 88 ? lessonIds.length : Math.floor((share * lessonIds.length) / 100))
    // Not before the course was there, nor before the student was.
    const oldest = Math.min(course.ageDays, joinedDaysAgo)
    return { id, completed, joinedDays: (oldest * random.between(2, 98)) / 100 }
  })
  await tx.insert(enrollments).values(
    learners.map(({ id, completed, joinedDays }) => ({
      userId: id,
      courseId,
      createdAt: daysAgo(joinedDays),
      completedLessons: completed,
      completedAt: completed === lessonIds.length ? daysAgo(joinedDays / 2) : null,
    })),
  )
  const progressRows = learners.flatMap(({ id, completed, joinedDays }) =>
    lessonIds.slice(0, completed).map((lessonId) => ({ userId: id, lessonId, completedAt: daysAgo(joinedDays / 2) })),
  )
  if (progressRows.length > 0) await tx.insert(lessonProgress).values(progressRows)
  const newRows = course.reviews.flatMap((review, position) => {
    const author = learners[position]
    const daysSince = author ? (author.joinedDays * random.between(5, 60)) / 100 : 0
    return author
      ? [{ courseId, userId: author.id, text: review.text, stars: review.stars, createdAt: daysAgo(daysSince) }]
      : []
  })
  // Newest first is by id: they are added in the order in which they were said.
  newRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (newRows.length > 0) await tx.insert(reviews).values(newRows)
}

async function addPosts(tx: Tx, students: Student[]): Promise<void> {
  const oldestFirst = [...demoPosts].sort((a, b) => b.ageDays - a.ageDays)
  const added = await tx
    .insert(blogs)
    .values(oldestFirst.map(({ ageDays, ...post }) => ({ ...post, createdAt: daysAgo(ageDays) })))
    .returning({ id: blogs.id })
  const newRows = added.flatMap(({ id: blogId }, place) => {
    const random = seededRandom(place + 101)
    const commenters = random.shuffle(students)
    const { title = '', ageDays = 0 } = oldestFirst[place] ?? {}
    return (demoComments[title] ?? []).flatMap((text, position) => {
      const author = commenters[position]
      // Most has been said within days, but by nobody who was not there yet.
      const oldest = Math.min(ageDays, author?.joinedDaysAgo ?? 0)
      return author
        ? [{ blogId, userId: author.id, text, createdAt: daysAgo((oldest * random.between(30, 97)) / 100) }]
        : []
    })
  })
  newRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await tx.insert(comments).values(newRows)
}
