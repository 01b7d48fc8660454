import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { isDocumentUrl, isPdfUrl } from '#contract/lesson-rules.ts'
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
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { LESSON_FILE_NAME } from '#server/features/lessons/lesson-file-type.ts'
import { PICTURE_NAME } from '#server/platform/storage/pictures.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { sendStoredFile } from '#server/platform/storage/send-stored-file.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

const YEAR_S = 31_536_000

/** The styles are the viewer's. Only a page of this site may frame it. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

interface UploadRouteDeps {
  db: Db
  readSession: ReadSession
  throttles: Throttles
  folder: string
  files: FileStore
  admit: Admit
}

/** `/uploads/{name}`: pictures for everyone, lesson files (with byte ranges) for those who may open the lesson. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  { db, readSession, throttles, folder, files, admit }: UploadRouteDeps,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true, index: false })
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params
    // Only generated names, so that no path leaves the folder.
    const isLessonFile = LESSON_FILE_NAME.test(name)
    if (!isLessonFile && !PICTURE_NAME.test(name)) throw new AppError('file_not_found')
    reply.headers(PICTURE_HEADERS)
    if (isLessonFile) {
      const caller = toCaller(await readSession(request, reply), request.ip)
      await throttles.filePart({ userId: caller.user?.student_id ?? null, ip: request.ip })
      const user = await admit(caller, { access: 'anyone' })
      reply.headers(getLessonFileHeaders(name, await requireOpenFile(db, user, uploadPath(name))))
    } else if (request.headers.range !== undefined) {
      // A browser fetches pictures whole.
      await throttles.filePart({ userId: null, ip: request.ip })
    }
    return sendStoredFile(request, reply, files, name)
  })
}

const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': `public, max-age=${YEAR_S}, immutable`,
}

/** @param fileName of a document, as its lesson names it */
function getLessonFileHeaders(name: string, fileName: string) {
  const caching = { 'cache-control': 'private, max-age=3600' }
  if (!isDocumentUrl(uploadPath(name))) return caching
  const isPdf = isPdfUrl(uploadPath(name))
  const encodedName = encodeURIComponent(fileName || name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return {
    ...caching,
    'content-type': isPdf ? 'application/pdf' : 'application/octet-stream',
    'content-disposition': `${isPdf ? 'inline' : 'attachment'}; filename*=UTF-8''${encodedName}`,
    // Browsers show no PDF in a sandbox. Nothing else can run from a response of this type.
    ...(isPdf && { 'content-security-policy': PDF_POLICY }),
  }
}

/**
 * Returns the file's name for a download. Throws not_enrolled or lesson_locked unless one of the lessons with this file
 * is open. An admin opens files before they are saved.
 */
async function requireOpenFile(db: Db, user: User | null, url: string): Promise<string> {
  const fileColumn = url.endsWith('.vtt') ? lessons.captionsUrl : lessons.url
  const joins = accessJoins(user)
  // Prepared, because it is run for each part of a video and takes longer to plan than to run.
  const found = await runPrepared(
    db
      .select({ fileName: lessons.fileName, reason: selectLockReason(user), opensAt: selectOpensAt })
      .from(lessons)
      .innerJoin(courses, joins.course)
      .leftJoin(sections, joins.section)
      .leftJoin(enrollments, joins.enrollment)
      .leftJoin(lessonProgress, joins.progress)
      // Not a parameter, so that the plan may use the index of files.
      .where(and(isVisibleTo(user), eq(fileColumn, url), sql`${fileColumn} <> ''`)),
  )
  const open = found.find(({ reason }) => reason === null)
  if (open) return open.fileName
  if (!user) throw new AppError('not_signed_in')
  if (user.role === 'admin') return ''
  const own = found.find(({ reason }) => reason !== 'not_enrolled')
  rejectLocked(toLock(own?.reason ?? 'not_enrolled', own?.opensAt ?? null))
  return ''
}

export const getUploadsFolder = (dataDir: string) => join(dataDir, 'uploads')
