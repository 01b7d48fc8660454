import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { COURSE_TEXT, PATH_TEXT } from '#contract/certificates/certificate-text.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import {
  certificates,
  courses,
  enrollments,
  learningPaths,
  lessons,
  pathCourses,
  pathStudents,
  users,
} from '#server/platform/db/schema.ts'
import { announceCertificate } from './announce-certificate.ts'
import { readCertificateDesign } from './certificate-design.ts'

/** A course or a path. */
type Subject = { courseId: number; pathId?: undefined } | { pathId: number; courseId?: undefined }

type NewCertificate = Subject & {
  userId: number
  finishedAt: Date
  /** Without the email and the notification. */
  isQuiet?: boolean
}

/**
 * Issues a certificate in the transaction that finishes the course or the path, and returns its id. Returns null when the
 * student has a valid one, when an admin has revoked it, and without access, as after a refund.
 */
export async function issueCertificate(tx: Tx, certificate: NewCertificate): Promise<string | null> {
  const { userId, courseId = null, pathId = null, finishedAt, isQuiet = false } = certificate
  const student = await lockStudent(tx, userId)
  const subject = courseId === null ? await findPath(tx, certificate) : await findCourse(tx, userId, courseId)
  if (!student || !subject || (await isDecided(tx, certificate))) return null
  const kind = courseId === null ? 'path' : 'course'
  const design = await readCertificateDesign(tx)
  if (kind === 'path' && design.text === COURSE_TEXT) design.text = PATH_TEXT
  const [issued] = await tx
    .insert(certificates)
    .values({
      ...{ userId, courseId, pathId, kind, finishedAt, design },
      ...subject,
      name: (await findCertifiedName(tx, certificate)) ?? student.name,
    })
    .onConflictDoNothing()
    .returning({ id: certificates.id })
  if (!issued) return null
  if (!isQuiet) await announceCertificate(tx, { id: issued.id, userId, title: subject.title, courseId })
  return issued.id
}

/**
 * When the student first finished the course, by which paths count it: it may have been reopened since. Null when it was
 * never finished. For a query of several tables with its enrollment.
 */
const FIRST_FINISHED_AT = sql`least(${enrollments.completedAt}, (
  select min(first.finished_at) from ${certificates} first
  where first.user_id = ${enrollments.userId} and first.course_id = ${enrollments.courseId}))`

/** Issues what is missing for a finished course, and for finished paths that it counted for. */
export async function issueCertificatesOf(tx: Tx, { userId, courseId }: { userId: number; courseId: number }) {
  const [course] = await tx
    .select({ finishedAt: enrollments.completedAt })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
  if (!course?.finishedAt) return
  const { finishedAt } = course
  await issueCertificate(tx, { userId, courseId, finishedAt })
  const finishedPaths = await tx
    .select({ pathId: pathStudents.pathId, finishedAt: pathStudents.finishedAt })
    .from(pathStudents)
    .innerJoin(pathCourses, and(eq(pathCourses.pathId, pathStudents.pathId), eq(pathCourses.courseId, courseId)))
    .innerJoin(enrollments, and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
    .where(and(eq(pathStudents.userId, userId), gte(pathStudents.finishedAt, FIRST_FINISHED_AT)))
  for (const path of finishedPaths)
    if (path.finishedAt) await issueCertificate(tx, { userId, pathId: path.pathId, finishedAt: path.finishedAt })
}

/** Revokes the course’s certificate, and those of paths that it counted for, unless the student still has access. */
export async function revokeCertificatesOf(tx: Tx, { userId, courseId }: { userId: number; courseId: number }) {
  await lockStudent(tx, userId)
  const isRevocable = and(
    eq(certificates.userId, userId),
    isNull(certificates.revokedAt),
    isNull(certificates.replacedBy),
  )
  const isOwn = and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
  const withAccess = tx.select({ id: enrollments.id }).from(enrollments).where(and(isOwn, hasAccess))
  // By the finish: an admin may have revoked the course's certificate.
  const paths = tx
    .select({ id: pathCourses.pathId })
    .from(pathCourses)
    .innerJoin(enrollments, and(isOwn, eq(pathCourses.courseId, enrollments.courseId)))
    .where(lte(FIRST_FINISHED_AT, certificates.finishedAt))
  await tx
    .update(certificates)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        isRevocable,
        notExists(withAccess),
        or(eq(certificates.courseId, courseId), inArray(certificates.pathId, paths)),
      ),
    )
}

/** The user's lock is the last one a transaction takes, and makes issuing and revoking wait for each other. */
async function lockStudent(tx: Tx, userId: number): Promise<{ name: string } | undefined> {
  const [student] = await tx
    .select({ first: users.firstName, last: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return student && { name: `${student.first} ${student.last}`.trim() }
}

/** The student's certificates for the course or the path, without replaced ones. */
const isOfSubject = ({ userId, courseId, pathId }: NewCertificate) =>
  and(
    eq(certificates.userId, userId),
    courseId === undefined ? eq(certificates.pathId, pathId) : eq(certificates.courseId, courseId),
    isNull(certificates.replacedBy),
  )

/** Of the last certificate, if an admin has corrected it. */
async function findCertifiedName(tx: Tx, certificate: NewCertificate): Promise<string | undefined> {
  const isCorrected = sql`exists (
    select 1 from ${certificates} old where old.user_id = ${certificate.userId} and old.replaced_by = ${certificates.id})`
  const [earlier] = await tx
    .select({ name: certificates.name })
    .from(certificates)
    .where(and(isOfSubject(certificate), isCorrected))
    .orderBy(desc(certificates.issuedAt))
    .limit(1)
  return earlier?.name
}

const sumDurations = sql<number>`coalesce(sum(${lessons.durationSeconds}), 0)::float8`

async function findCourse(tx: Tx, userId: number, courseId: number) {
  const [course] = await tx
    .select({ title: courses.title, durationSeconds: sumDurations })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .leftJoin(lessons, eq(lessons.courseId, courses.id))
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), hasAccess))
    .groupBy(courses.id)
  return course
}

/** Undefined when the student no longer has access to a course that counted. What is not public neither counts nor blocks. */
async function findPath(tx: Tx, { userId, pathId = 0, finishedAt }: NewCertificate) {
  const [closed] = await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(pathCourses, and(eq(pathCourses.courseId, enrollments.courseId), eq(pathCourses.pathId, pathId)))
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .where(and(eq(enrollments.userId, userId), lte(FIRST_FINISHED_AT, finishedAt), sql`not ${hasAccess}`))
    .limit(1)
  if (closed) return undefined
  const [path] = await tx
    .select({ title: learningPaths.title, durationSeconds: sumDurations })
    .from(learningPaths)
    .leftJoin(pathCourses, eq(pathCourses.pathId, learningPaths.id))
    .leftJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .leftJoin(lessons, eq(lessons.courseId, courses.id))
    .where(eq(learningPaths.id, pathId))
    .groupBy(learningPaths.id)
  return path
}

/** Valid already, or revoked by an admin. Only an admin gives a reason: a refund leaves it empty. */
async function isDecided(tx: Tx, certificate: NewCertificate): Promise<boolean> {
  const isKept = or(isNull(certificates.revokedAt), isNotNull(sql`nullif(${certificates.revokedReason}, '')`))
  const [found] = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(isOfSubject(certificate), isKept))
    .limit(1)
  return found !== undefined
}
