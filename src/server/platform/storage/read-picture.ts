import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { getErrorCode } from '#server/platform/error-code.ts'

export const createNotMultipartError = () =>
  new AppError('unsupported_body', { text: 'Send the request body as multipart/form-data' })

/** Reads `id` and the first picture from a multipart body and skips all other parts. */
export async function readPicture(request: FastifyRequest): Promise<{ id?: unknown; image?: Uint8Array }> {
  if (!request.isMultipart()) throw createNotMultipartError()
  const body: { id?: unknown; image?: Uint8Array } = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'id') body.id = part.value
      } else if (part.fieldname === 'image' && body.image === undefined) {
        body.image = await part.toBuffer()
      } else {
        part.file.resume()
      }
    }
  } catch (cause) {
    throw toUploadError(cause)
  }
  return body
}

/** Maps the multipart parser's errors. */
function toUploadError(cause: unknown): unknown {
  if (cause instanceof AppError || !(cause instanceof Error)) return cause
  if (getErrorCode(cause) === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('too_large', { text: 'The picture is too large. The limit is 5 MB', cause })
  return new AppError('invalid_input', { cause })
}
