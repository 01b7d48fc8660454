import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH, uploadPath } from '#contract/paths.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { LessonFiles, UploadState } from './lesson-files.ts'
import { recordStoredFile } from './record-stored-file.ts'

const TUS_VERSION = '1.0.0'
const PART_CONTENT_TYPE = 'application/offset+octet-stream'

/** `purpose` with the value `document`, as tus writes it. */
const DOCUMENT_METADATA = `purpose ${btoa('document')}`

interface LessonFileRouteDeps {
  db: Db
  files: LessonFiles
  readSession: ReadSession
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  admit: Admit
}

type NameParams = { Params: { name: string } }

/** Resumable uploads of lesson files by tus 1.0.0 (https://tus.io/protocols/resumable-upload), each admin's own. */
export async function registerLessonFileRoutes(
  app: FastifyInstance,
  { db, files, readSession, throttles, isOwnOrigin, admit }: LessonFileRouteDeps,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // A part is streamed to its file.
    scope.addContentTypeParser(PART_CONTENT_TYPE, (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'tus-resumable': TUS_VERSION })
    })

    async function authorize(request: FastifyRequest, reply: FastifyReply) {
      rejectCrossSite(request, isOwnOrigin)
      const caller = toCaller(await readSession(request, reply), request.ip, request)
      // A large file has hundreds of parts, so they count as reads.
      await countRequest(throttles, request.method === 'POST' ? 'write' : 'read', caller)
      const actor = await admit(caller, { access: 'admin' })
      if (request.headers['tus-resumable'] !== TUS_VERSION)
        throw new AppError('invalid_input', { text: 'Tus-Resumable must be 1.0.0' })
      return { actor, from: caller.from, userId: actor.student_id }
    }

    scope.post(LESSON_FILES_PATH, async (request, reply) => {
      const { userId } = await authorize(request, reply)
      const size = parseIntegerHeader(request.headers['upload-length'], 'Upload-Length')
      if (size === 0) throw new AppError('not_a_lesson_file')
      const isDocument = request.headers['upload-metadata'] === DOCUMENT_METADATA
      if (size > (isDocument ? LIMITS.documentBytes : LIMITS.lessonFileBytes))
        throw new AppError('too_large', {
          text: `The file is too large. The limit is ${isDocument ? '100 MB' : '2 GB'}`,
        })
      const name = await files.create(userId, size, isDocument)
      return reply.code(201).header('location', `${LESSON_FILES_PATH}/${name}`).send()
    })

    scope.head<NameParams>(`${LESSON_FILES_PATH}/:name`, async (request, reply) => {
      const uploader = await authorize(request, reply)
      const state = await files.getState(uploader.userId, request.params.name)
      if (!state) throw new AppError('file_not_found')
      await recordStoredFile(db, uploader, state)
      return sendUploadState(reply.code(200), state)
    })

    scope.patch<NameParams>(`${LESSON_FILES_PATH}/:name`, async (request, reply) => {
      const uploader = await authorize(request, reply)
      const offset = parseIntegerHeader(request.headers['upload-offset'], 'Upload-Offset')
      if (request.headers['content-type'] !== PART_CONTENT_TYPE)
        throw new AppError('unsupported_body', { text: `Content-Type must be ${PART_CONTENT_TYPE}` })
      const length = Number(request.headers['content-length'] ?? 0)
      const part = { offset, length, bytes: request.raw }
      const state = await files.appendPart(uploader.userId, request.params.name, part)
      await recordStoredFile(db, uploader, state)
      return sendUploadState(reply.code(204), state)
    })

    scope.delete<NameParams>(`${LESSON_FILES_PATH}/:name`, async (request, reply) => {
      const { userId } = await authorize(request, reply)
      if (!(await files.cancel(userId, request.params.name))) throw new AppError('file_not_found')
      return reply.code(204).send()
    })
  })
}

function sendUploadState(reply: FastifyReply, { offset, size, file }: UploadState): FastifyReply {
  reply.headers({ 'upload-offset': String(offset), 'upload-length': String(size) })
  if (file) reply.header(LESSON_FILE_HEADER, uploadPath(file))
  return reply.send()
}

function parseIntegerHeader(header: string | string[] | undefined, name: string): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw new AppError('invalid_input', { text: `${name} must be a whole number` })
  return Number(header)
}
