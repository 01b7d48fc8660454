import type { DetailedError, HttpRequest, HttpResponse, PreviousUpload, Upload } from 'tus-js-client'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH } from '#contract/paths.ts'
import { readVideoDuration } from './read-video-duration.ts'
import { UploadClaim } from './upload-claim.ts'

export interface FileUpload {
  /** The file's URL, and a video's duration in seconds where the browser can read it. */
  done: Promise<{ url: string; duration: number | null }>
  /** Stops the upload and deletes it on the server. `done` then never settles. */
  cancel: () => void
}

/** A document is any file for students to download, or a PDF to read. */
export type UploadPurpose = 'media' | 'document'

/** Fits the server's minute for a request on a slow connection, and the body limits of common proxies. */
const CHUNK_BYTES = 4 * 1024 * 1024
/** Lasts longer than a router restart. Any progress starts the delays over. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/**
 * Uploads a lesson's video, captions or document in chunks. It resumes automatically after a lost connection, and after a reload
 * when the same file is selected again. Every failure is an AppError.
 * @param onProgress receives whole percents
 */
export function uploadLessonFile(
  file: File,
  onProgress: (percent: number) => void,
  purpose: UploadPurpose = 'media',
): FileUpload {
  let isCancelled = false
  let upload: Upload | undefined
  // One file may be chosen for two lessons or in two tabs, and each needs an upload of its own.
  const claim = new UploadClaim()
  const send = async () => {
    // Only admins who upload need the library.
    const tus = await import('tus-js-client').catch((cause: unknown) => {
      throw new AppError('connection', { cause })
    })
    return new Promise<string>((resolve, reject) => {
      const own: Upload = new tus.Upload(file, {
        endpoint: LESSON_FILES_PATH,
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        ...(purpose === 'document' && { metadata: { purpose } }),
        fingerprint: ({ name, size, lastModified }) =>
          Promise.resolve(['lesson-file', purpose, name, size, lastModified].join('-')),
        onAfterResponse: rejectFailedHead,
        onUploadUrlAvailable: () => own.url !== null && void claim.take(own.url),
        onShouldRetry: (error) => isTransient(toAppError(error)),
        onProgress: (bytes, total) => onProgress(Math.floor((100 * bytes) / Math.max(1, total))),
        onSuccess: ({ lastResponse }) => {
          claim.release()
          const url = lastResponse.getHeader(LESSON_FILE_HEADER)
          if (url) resolve(url)
          else reject(new AppError('connection'))
        },
        onError: (error) => {
          claim.release()
          reject(toAppError(error))
        },
      })
      upload = own
      resumeOrStart(own, claim, () => !isCancelled).catch(reject)
    })
  }
  return {
    done: Promise.all([send(), purpose === 'media' ? readVideoDuration(file) : null]).then(([url, duration]) => ({
      url,
      duration,
    })),
    cancel: () => {
      isCancelled = true
      // The server deletes what it still has an hour later.
      upload
        ?.abort(true)
        .catch(() => null)
        .finally(() => claim.release())
    },
  }
}

/** Started uploads are in local storage by the file's name, size and date. */
async function resumeOrStart(upload: Upload, claim: UploadClaim, shouldContinue: () => boolean): Promise<void> {
  const previous = await claimPrevious(await upload.findPreviousUploads(), claim)
  if (!shouldContinue()) return claim.release()
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
}

async function claimPrevious(uploads: readonly PreviousUpload[], claim: UploadClaim): Promise<PreviousUpload | null> {
  for (const previous of uploads)
    if (previous.uploadUrl !== null && (await claim.take(previous.uploadUrl))) return previous
  return null
}

/** The library takes any failed HEAD request for a missing upload and would start over. */
function rejectFailedHead(request: HttpRequest, response: HttpResponse): void {
  if (request.getMethod() !== 'HEAD') return
  const status = response.getStatus()
  if (status === 401 || status === 403) throw new AppError('not_signed_in')
  if (status === 429 || status >= 500) throw new AppError('connection')
}

const isTransient = ({ code, status }: AppError) =>
  code === 'connection' || code === 'upload_moved_on' || status === 429 || status >= 500

function toAppError(error: Error | DetailedError): AppError {
  if (!('originalResponse' in error)) return new AppError('connection', { cause: error })
  if (error.causingError instanceof AppError) return error.causingError
  try {
    const { code, msg } = JSON.parse(error.originalResponse?.getBody() ?? '') as { code?: unknown; msg?: unknown }
    if (isErrorCode(code)) return new AppError(code, { cause: error, ...(typeof msg === 'string' && { text: msg }) })
  } catch {
    // No response, or not from our server.
  }
  return new AppError('connection', { cause: error })
}
