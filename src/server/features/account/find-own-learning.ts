import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { CallOutput } from '#contract/contract.ts'
import type { Db } from '#server/platform/db/connect.ts'
import {
  certificates,
  courses,
  learningEvents,
  learningPaths,
  lessons,
  notes,
  pathStudents,
  quizAttempts,
  submissions,
} from '#server/platform/db/schema.ts'
import { isLive } from '#server/features/courses/course-row.ts'

type OwnLearning = Pick<
  CallOutput<'getOwnData'>,
  'events' | 'notes' | 'attempts' | 'submissions' | 'certificates' | 'paths'
>

const lessonIsLive = and(eq(courses.id, lessons.courseId), isLive)

const toInstant = (date: Date | null) => date?.toISOString() ?? null

/** What the user has learned, beyond the progress of each course. */
export async function findOwnLearning(db: Db, userId: number): Promise<OwnLearning> {
  return {
    events: await findEvents(db, userId),
    notes: await findNotes(db, userId),
    attempts: await findAttempts(db, userId),
    submissions: await findSubmissions(db, userId),
    certificates: await findCertificates(db, userId),
    paths: await findPaths(db, userId),
  }
}

async function findEvents(db: Db, userId: number) {
  const rows = await db
    .select(getTableColumns(learningEvents))
    .from(learningEvents)
    .innerJoin(courses, and(eq(courses.id, learningEvents.courseId), isLive))
    .where(eq(learningEvents.userId, userId))
    .orderBy(asc(learningEvents.id))
  return rows.map(({ courseId, lessonId, kind, data, reason, createdAt }) => ({
    course_id: courseId,
    material_id: lessonId,
    ...{ kind, data, reason },
    created_date: createdAt.toISOString(),
  }))
}

async function findNotes(db: Db, userId: number) {
  const rows = await db
    .select(getTableColumns(notes))
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lessonId))
    .innerJoin(courses, lessonIsLive)
    .where(eq(notes.userId, userId))
    .orderBy(asc(notes.id))
  return rows.map(({ lessonId, seconds, text, createdAt }) => ({
    material_id: lessonId,
    ...{ seconds, text },
    created_date: createdAt.toISOString(),
  }))
}

/** Without the questions, which have their answers with them. */
async function findAttempts(db: Db, userId: number) {
  const rows = await db
    .select({
      material_id: quizAttempts.lessonId,
      startedAt: quizAttempts.startedAt,
      submittedAt: quizAttempts.submittedAt,
      answers: quizAttempts.answers,
      score: quizAttempts.score,
      max: quizAttempts.maxScore,
      passed: quizAttempts.isPassed,
    })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .innerJoin(courses, lessonIsLive)
    .where(eq(quizAttempts.userId, userId))
    .orderBy(asc(quizAttempts.id))
  return rows.map(({ startedAt, submittedAt, ...attempt }) => ({
    ...attempt,
    started_date: startedAt.toISOString(),
    submitted_date: toInstant(submittedAt),
  }))
}

async function findSubmissions(db: Db, userId: number) {
  const rows = await db
    .select(getTableColumns(submissions))
    .from(submissions)
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courses, lessonIsLive)
    .where(eq(submissions.userId, userId))
    .orderBy(asc(submissions.id))
  return rows.map((row) => ({
    material_id: row.lessonId,
    ...{ text: row.text, file_name: row.fileName, status: row.status, feedback: row.feedback },
    submitted_date: row.submittedAt.toISOString(),
  }))
}

async function findCertificates(db: Db, userId: number) {
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(asc(certificates.issuedAt))
  return rows.map((row) => ({
    certificate_id: row.id,
    ...{ name: row.name, course_title: row.title },
    issued_date: row.issuedAt.toISOString(),
    revoked_date: toInstant(row.revokedAt),
  }))
}

async function findPaths(db: Db, userId: number) {
  const rows = await db
    .select({ title: learningPaths.title, joinedAt: pathStudents.createdAt, finishedAt: pathStudents.finishedAt })
    .from(pathStudents)
    .innerJoin(learningPaths, eq(learningPaths.id, pathStudents.pathId))
    .where(eq(pathStudents.userId, userId))
    .orderBy(asc(pathStudents.createdAt))
  return rows.map(({ title, joinedAt, finishedAt }) => ({
    title,
    joined_date: joinedAt.toISOString(),
    finished_date: toInstant(finishedAt),
  }))
}
