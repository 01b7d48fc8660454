import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hasAccess } from '#server/features/access/has-access.ts'
import { lockAccess } from '#server/features/access/update-access.ts'
import { runJob } from '#server/pipeline/background-jobs.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { certificates, enrollments } from '#server/platform/db/schema.ts'
import { issueCertificate } from './issue-certificate.ts'

const BATCH_SIZE = 100

/** Runs at the start of every server process; what one has issued the others find. */
export function registerCertificateJob(app: FastifyInstance, db: Db): void {
  const stop = new AbortController()
  let job: Promise<unknown> | undefined
  app.addHook('onReady', async () => {
    job = runJob(app.log, 'missing certificates were not issued', () => issueMissingCertificates(db, stop.signal))
  })
  app.addHook('onClose', async () => {
    stop.abort()
    await job
  })
}

/** For who finished before certificates were issued, without emails. Returns how many were issued. */
export async function issueMissingCertificates(db: Db, signal?: AbortSignal): Promise<number> {
  let issued = 0
  for (let lastId = 0; !signal?.aborted;) {
    const batch = await findUncertified(db, lastId)
    for (const enrollment of batch) issued += signal?.aborted ? 0 : Number(await issueForEnrollment(db, enrollment))
    if (batch.length < BATCH_SIZE) break
    lastId = batch.at(-1)?.id ?? lastId
  }
  return issued
}

function findUncertified(db: Db, lastId: number) {
  /** The one that decides, as in issue-certificate.ts. */
  const decided = db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.userId, enrollments.userId),
        eq(certificates.courseId, enrollments.courseId),
        isNull(certificates.replacedBy),
        or(isNull(certificates.revokedAt), ne(certificates.revokedReason, '')),
      ),
    )
  return db
    .select({ id: enrollments.id, userId: enrollments.userId, courseId: enrollments.courseId })
    .from(enrollments)
    .where(and(isNotNull(enrollments.completedAt), hasAccess, gt(enrollments.id, lastId), sql`not exists ${decided}`))
    .orderBy(asc(enrollments.id))
    .limit(BATCH_SIZE)
}

type UncertifiedEnrollment = Awaited<ReturnType<typeof findUncertified>>[number]

/** With the enrollment locked, so that the lesson that finished the course is not reopened meanwhile. */
const issueForEnrollment = (db: Db, { id, userId, courseId }: UncertifiedEnrollment): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockAccess(tx, userId, [courseId])
    const [row] = await tx
      .select({ finishedAt: enrollments.completedAt })
      .from(enrollments)
      .where(eq(enrollments.id, id))
    if (!row?.finishedAt) return false
    return (await issueCertificate(tx, { userId, courseId, finishedAt: row.finishedAt, isQuiet: true })) !== null
  })
