import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { and, eq, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { uploadPath, UPLOADS_PATH } from '#contract/paths.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import { isVisibleTo } from '#server/features/courses/course-row.ts'
import {
  accessJoins,
  rejectLocked,
  selectLockReason,
  selectOpensAt,
  toLock,
} from '#server/features/lessons/lesson-access.ts'
import { LESSON_FILE_NAME } from '#server/features/lessons/lesson-file-type.ts'
import { PICTURE_NAME } from '#server/platform/storage/pictures.ts'
import type { SessionCookie } from '#server/http/session-cookie.ts'

const YEAR_S = 31_536_000

interface UploadRouteDeps {
  db: Db
  cookie: SessionCookie
  folder: string
  admit: Admit
}

/** `/uploads/{name}`: pictures for everyone, lesson files (with byte ranges) for users who may open the lesson. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  { db, cookie, folder, admit }: UploadRouteDeps,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true, index: false })
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params
    // Only generated names, so that no path leaves the folder.
    const isLessonFile = LESSON_FILE_NAME.test(name)
    if (!isLessonFile && !PICTURE_NAME.test(name)) throw new AppError('file_not_found')
    if (isLessonFile) {
      const caller = toCaller(await cookie.read(request, reply), request.ip)
      const user = await admit(caller, { access: 'user' })
      await requireOpenFile(db, user, uploadPath(name))
    }
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cache-control', isLessonFile ? 'private, max-age=3600' : `public, max-age=${YEAR_S}, immutable`)
    return reply.sendFile(name, folder, { cacheControl: false })
  })
}

/** A file that several lessons use opens with any of them. Says of a locked one why. */
async function requireOpenFile(db: Db, user: User, url: string): Promise<void> {
  if (user.role === 'admin') return
  const fileColumn = url.endsWith('.vtt') ? lessons.captionsUrl : lessons.url
  const joins = accessJoins(user)
  const found = await db
    .select({ reason: selectLockReason(user), opensAt: selectOpensAt })
    .from(lessons)
    .innerJoin(courses, joins.course)
    .leftJoin(sections, joins.section)
    .leftJoin(enrollments, joins.enrollment)
    .leftJoin(lessonProgress, joins.progress)
    .where(and(eq(fileColumn, url), ne(fileColumn, ''), isVisibleTo(user)))
  if (found.some(({ reason }) => reason === null)) return
  const own = found.find(({ reason }) => reason !== 'not_enrolled')
  rejectLocked(toLock(own?.reason ?? 'not_enrolled', own?.opensAt ?? null))
}

export const getUploadsFolder = (dataDir: string) => join(dataDir, 'uploads')
