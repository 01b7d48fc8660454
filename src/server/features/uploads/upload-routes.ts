import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { uploadPath, UPLOADS_PATH } from '#contract/paths.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons } from '#server/platform/db/schema.ts'
import { enrollmentJoin, isLive, isPublished } from '#server/features/courses/course-row.ts'
import { LESSON_FILE_NAME } from '#server/features/lessons/lesson-file-type.ts'
import { PICTURE_NAME } from '#server/platform/storage/pictures.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

const YEAR_S = 31_536_000

interface UploadRouteDeps {
  db: Db
  readSession: ReadSession
  throttles: Throttles
  folder: string
  admit: Admit
}

/** `/uploads/{name}`: pictures for everyone, lesson files (with byte ranges) for users who may watch the lesson. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  { db, readSession, throttles, folder, admit }: UploadRouteDeps,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true, index: false })
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params
    // Only generated names, so that no path leaves the folder.
    const isLessonFile = LESSON_FILE_NAME.test(name)
    if (!isLessonFile && !PICTURE_NAME.test(name)) throw new AppError('file_not_found')
    if (isLessonFile) {
      const caller = toCaller(await readSession(request, reply), request.ip)
      await throttles.filePart({ userId: caller.user?.student_id ?? null, ip: request.ip })
      const user = await admit(caller, { access: 'user' })
      if (!(await canWatch(db, user, uploadPath(name)))) throw new AppError('not_enrolled')
    } else if (request.headers.range !== undefined) {
      // A browser fetches pictures whole.
      await throttles.filePart({ userId: null, ip: request.ip })
    }
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cache-control', isLessonFile ? 'private, max-age=3600' : `public, max-age=${YEAR_S}, immutable`)
    return reply.sendFile(name, folder, { cacheControl: false })
  })
}

/** True for admins, students with access, and for previews of published courses. */
async function canWatch(db: Db, user: User, url: string): Promise<boolean> {
  if (user.role === 'admin') return true
  const fileColumn = url.endsWith('.vtt') ? lessons.captionsUrl : lessons.url
  const found = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(
      and(
        isLive,
        eq(fileColumn, url),
        ne(fileColumn, ''),
        or(isNotNull(enrollments.id), and(eq(lessons.isPreview, true), isPublished)),
      ),
    )
    .limit(1)
  return found.length > 0
}

export const getUploadsFolder = (dataDir: string) => join(dataDir, 'uploads')
