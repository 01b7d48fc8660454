import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { isPublicPath } from '#server/features/paths/path-row.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { certificates, courses, learningPaths } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { type CertificateRow, getRevokedReason, toCertificate } from './certificate-row.ts'

export const getCertificate: Handler<'getCertificate'> = async ({ db, user }, { certificate_id }) => {
  const row = await findCertificate(db, certificate_id)
  return {
    msg: {
      ...toCertificate(row),
      design: row.design,
      course_path: await findPublicPath(db, row),
      revoked_date: row.revokedAt?.toISOString() ?? null,
      revoked_reason: getRevokedReason(row),
      replaced_by: row.replacedBy,
      is_own: row.userId !== null && row.userId === user?.student_id,
    },
  }
}

/** Throws certificate_not_found. */
export async function findCertificate(db: Pick<Db, 'select'>, id: string): Promise<CertificateRow> {
  const [row] = await db.select().from(certificates).where(eq(certificates.id, id))
  if (!row) throw new AppError('certificate_not_found')
  return row
}

async function findPublicPath(db: Db, { courseId, pathId }: CertificateRow): Promise<string | null> {
  if (courseId !== null) {
    const [course] = await db
      .select({ course_id: courses.id, title: courses.title })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPublished))
    return course ? publicCoursePath(course) : null
  }
  if (pathId === null) return null
  const [path] = await db
    .select({ id: learningPaths.id })
    .from(learningPaths)
    .where(and(eq(learningPaths.id, pathId), isPublicPath(db)))
  return path ? `${paths.learningPaths}/${path.id}` : null
}
