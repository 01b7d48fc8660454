import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { submissions } from '#server/platform/db/schema.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { requireAssignment } from './require-assignment.ts'
import { getFileAuthor, SUBMISSION_FILE_NAME, type SubmissionFiles, toSubmissionFileUrl } from './submission-files.ts'

const CONTENT_TYPE = 'application/octet-stream'

interface SubmissionFileRouteDeps {
  db: Db
  files: SubmissionFiles
  readSession: ReadSession
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  admit: Admit
}

/** Files of assignments: students upload their own, and only the author and admins download them. */
export async function registerSubmissionFileRoutes(app: FastifyInstance, deps: SubmissionFileRouteDeps): Promise<void> {
  const { db, files, readSession, throttles, admit } = deps

  async function upload(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    rejectCrossSite(request, deps.isOwnOrigin)
    const caller = toCaller(await readSession(request, reply), request.ip)
    await countRequest(throttles, 'write', caller)
    const user = await admit(caller, { access: 'student', invalidates: [] })
    await requireAssignment(db, user, parseLessonId(request.query))
    const size = Number(request.headers['content-length'] ?? 0)
    if (size === 0) throw new AppError('invalid_input', { text: 'The file is empty. Choose another one' })
    if (size > LIMITS.submissionFileBytes)
      throw new AppError('too_large', { text: 'The file is too large. The limit is 20 MB' })
    await throttles.submissionFile(user.student_id, size)
    try {
      return await files.store(user.student_id, size, request.raw)
    } catch (error) {
      await throttles.forgetSubmissionFile(user.student_id, size)
      throw error
    }
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Streamed to its file.
    scope.addContentTypeParser(CONTENT_TYPE, (_request, _payload, done) => done(null))
    scope.post(SUBMISSION_FILES_PATH, async (request, reply) => {
      const url = toSubmissionFileUrl(await upload(request, reply))
      return reply
        .code(201)
        .headers({ location: url, 'cache-control': 'no-store' })
        .send({ status: true, msg: { file_url: url } })
    })
  })

  app.get<{ Params: { name: string } }>(`${SUBMISSION_FILES_PATH}/:name`, async (request, reply) => {
    const caller = toCaller(await readSession(request, reply), request.ip)
    await countRequest(throttles, 'read', caller)
    const user = await admit(caller, { access: 'user' })
    const { name } = request.params
    const fileName = await findFileName(db, user, name)
    reply.headers({
      // Whatever it is, the browser must not show it on this site.
      'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(fileName)}`,
      'content-type': CONTENT_TYPE,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    return files.send(request, reply, name)
  })
}

/** For everyone else the file does not exist. */
async function findFileName(db: Db, user: User, name: string): Promise<string> {
  const url = toSubmissionFileUrl(name)
  const author = SUBMISSION_FILE_NAME.test(name) ? getFileAuthor(url) : null
  if (author === null || (user.role !== 'admin' && author !== user.student_id)) throw new AppError('file_not_found')
  const [found] = await db
    .select({ fileName: submissions.fileName })
    .from(submissions)
    .where(and(ne(submissions.fileUrl, ''), eq(submissions.fileUrl, url)))
  if (!found) throw new AppError('file_not_found')
  return found.fileName
}

/** RFC 8187 allows fewer characters than encodeURIComponent leaves. */
const encodeFileName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

function parseLessonId(query: unknown): number {
  const lessonId = (query as { material_id?: unknown }).material_id
  if (typeof lessonId !== 'string' || !/^[1-9]\d{0,14}$/.test(lessonId))
    throw new AppError('invalid_input', { text: 'material_id must name a lesson' })
  return Number(lessonId)
}
