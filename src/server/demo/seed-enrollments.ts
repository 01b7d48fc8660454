import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, reviews } from '#server/platform/db/schema.ts'
import { daysAgo, enrolledDaysAgo } from './days-ago.ts'
import type { DemoCourse } from './demo-academy.ts'
import type { SeededStudent } from './seed-students.ts'
import { seededRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000

export interface SeededLesson {
  id: number
  /** 0: at once. */
  opensAfterDays: number
  /** Its whole length when watching it completes it, otherwise 0. */
  watchedSeconds: number
}

interface Target {
  course: DemoCourse
  /** By age, the oldest course first. */
  place: number
  courseId: number
  lessons: readonly SeededLesson[]
  students: readonly SeededStudent[]
}

interface Learner {
  id: number
  joinedDays: number
  enrolledAt: Date
  /** Of each completed lesson, in their order. */
  completions: Date[]
}

/** Seeded by the course's position, so that the result is the same in every database but differs per course. */
export async function seedEnrollments(tx: Tx, target: Target): Promise<void> {
  const { course, courseId, lessons } = target
  const random = seededRandom(target.place + 1)
  const learners = await planLearners(tx, target, random)
  await tx.insert(enrollments).values(
    learners.map(({ id, enrolledAt, completions }) => ({
      userId: id,
      courseId,
      createdAt: enrolledAt,
      completedLessons: completions.length,
      completedAt: completions.length === lessons.length ? (completions.at(-1) ?? null) : null,
    })),
  )
  await addProgress(tx, lessons, learners)
  const reviewers = learners.slice(0, course.reviews.length)
  const newRows = reviewers.flatMap(({ id, joinedDays }, position) => {
    const review = course.reviews[position]
    const createdAt = daysAgo((joinedDays * random.between(5, 60)) / 100)
    return review ? [{ courseId, userId: id, text: review.text, stars: review.stars, createdAt }] : []
  })
  // Reviews are sorted by id, so they are inserted in chronological order.
  newRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (newRows.length > 0) await tx.insert(reviews).values(newRows)
}

async function addProgress(tx: Tx, lessons: readonly SeededLesson[], learners: readonly Learner[]): Promise<void> {
  const rows = learners.flatMap(({ id, completions }) =>
    completions.flatMap((at, place) => {
      const lesson = lessons[place]
      const watched = lesson?.watchedSeconds ? `{[0,${lesson.watchedSeconds})}` : '{}'
      return lesson ? [{ userId: id, lessonId: lesson.id, completedAt: at, updatedAt: at, watched }] : []
    }),
  )
  if (rows.length > 0) await tx.insert(lessonProgress).values(rows)
}

/** The reviewers first. The first student has a part in the courses that say so. */
async function planLearners(
  tx: Tx,
  { course, lessons, students }: Target,
  random: ReturnType<typeof seededRandom>,
): Promise<Learner[]> {
  const readySince = await findReadyStudents(tx, course)
  const shuffled = random.shuffle(students.filter(({ index }) => index > 0))
  const ready = readySince ? shuffled.filter(({ id }) => readySince.has(id)) : shuffled
  const reviewers = ready.slice(0, course.reviews.length)
  const others = shuffled
    .filter((student) => !reviewers.includes(student))
    .slice(0, course.otherStudents ?? random.between(4, 14))
  const learners = [...reviewers, ...others].map(({ id, joinedDaysAgo }, position) => {
    const isReviewer = position < reviewers.length
    const share = isReviewer ? random.between(40, 100) : random.between(0, 90)
    const isFinisher = share > 88 || (isReviewer && position < (course.finishers ?? 0))
    const isReady = !readySince || readySince.has(id)
    const wanted = isFinisher ? lessons.length : Math.floor((share * lessons.length) / 100)
    // Not before the course was published, the student joined or finished what comes before it.
    const oldest = Math.min(course.ageDays, joinedDaysAgo, readySince?.get(id) ?? Infinity)
    const joinedDays = (oldest * random.between(isFinisher ? 60 : 2, 98)) / 100
    return { id, ...planProgress(lessons, joinedDays, isReady ? wanted : 0) }
  })
  const first = students.find(({ index }) => index === 0)
  if (!course.firstStudent || !first) return learners
  const { enrolledDaysAgo: joinedDays, completed } = course.firstStudent
  return [...learners, { id: first.id, ...planProgress(lessons, joinedDays, completed) }]
}

/** Evenly over the first half of the time since the enrollment, up to a lesson that was not open yet. */
function planProgress(lessons: readonly SeededLesson[], joinedDays: number, count: number): Omit<Learner, 'id'> {
  const enrolledAt = enrolledDaysAgo(joinedDays)
  const span = daysAgo(joinedDays / 2).getTime() - enrolledAt.getTime()
  const planned = lessons.slice(0, count).map(({ opensAfterDays }, place) => {
    const passed = (span * (place + 1)) / count
    return { at: new Date(enrolledAt.getTime() + passed), isOpen: passed >= opensAfterDays * DAY_MS }
  })
  const closed = planned.findIndex(({ isOpen }) => !isOpen)
  const open = closed === -1 ? planned : planned.slice(0, closed)
  return { joinedDays, enrolledAt, completions: open.map(({ at }) => at) }
}

/** Days since each student has finished the course that this one asks for; null when it asks for none. */
async function findReadyStudents(tx: Tx, { requires = [] }: DemoCourse): Promise<Map<number, number> | null> {
  const blocking = requires.find(({ isBlocking }) => isBlocking)
  if (!blocking) return null
  const rows = await tx
    .select({ userId: enrollments.userId, finishedAt: enrollments.completedAt })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), eq(courses.title, blocking.title)))
    .where(isNotNull(enrollments.completedAt))
  return new Map(rows.map(({ userId, finishedAt }) => [userId, (Date.now() - (finishedAt?.getTime() ?? 0)) / DAY_MS]))
}
