import { AppError } from '#contract/errors.ts'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { unwrapEnvelope } from '#web/data/api.ts'

/** Uploads a file for an assignment and returns its URL. Every failure is an AppError. */
export function uploadSubmissionFile(
  materialId: number,
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', `${SUBMISSION_FILES_PATH}?material_id=${materialId}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(1, total))),
    )
    request.addEventListener('load', () => {
      try {
        resolve(readFileUrl(request))
      } catch (failure) {
        reject(failure)
      }
    })
    for (const eventName of ['error', 'abort', 'timeout']) {
      request.addEventListener(eventName, () => reject(new AppError('connection')))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function readFileUrl(request: XMLHttpRequest): string {
  const url = request.getResponseHeader('location')
  if (request.status === 201 && url) return url
  let body: unknown = null
  try {
    body = JSON.parse(request.responseText)
  } catch {
    // Not from this server: it is reported as a lost connection.
  }
  // Throws the envelope's error. The upload is a part of handing in, and has no name of its own.
  unwrapEnvelope('submitAssignment', request.status, body)
  throw new AppError('connection')
}
