import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH } from '#contract/paths.ts'
import { readVideoDuration } from './read-video-duration.ts'

export interface FileUpload {
  /** The address under which a lesson names the file, and its length in seconds where it can be told. */
  done: Promise<{ url: string; duration: number | null }>
  /** Stops it and gives up what has been sent; `done` is then never settled. */
  cancel: () => void
}

/** Small enough to be through within the server's minute on a slow line, and for what stands in front of a server. */
const CHUNK_BYTES = 4 * 1024 * 1024
/** As long as a router takes to start anew. From the first byte that gets through they count from the start again. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/**
 * Sends a lesson's video or captions, in parts: after a broken line it goes on by itself, and after a reload when the
 * same file is chosen again. Fails with an AppError, whatever went wrong.
 * @param onProgress hears how much has arrived, in whole per cent
 */
export function uploadLessonFile(file: File, onProgress: (percent: number) => void): FileUpload {
  let isCancelled = false
  let upload: Upload | undefined
  const send = async () => {
    // Loaded with the first file.
    const tus = await import('tus-js-client')
    return new Promise<string>((resolve, reject) => {
      upload = new tus.Upload(file, {
        endpoint: LESSON_FILES_PATH,
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        onAfterResponse: rejectFailedHead,
        onShouldRetry: (error) => isTransient(toAppError(error)),
        onProgress: (bytes, total) => onProgress(Math.floor((100 * bytes) / Math.max(1, total))),
        onSuccess: ({ lastResponse }) => {
          const url = lastResponse.getHeader(LESSON_FILE_HEADER)
          if (url) resolve(url)
          else reject(new AppError('connection'))
        },
        onError: (error) => reject(toAppError(error)),
      })
      resumeOrStart(upload, () => !isCancelled).catch(reject)
    })
  }
  return {
    done: Promise.all([send(), readVideoDuration(file)]).then(([url, duration]) => ({ url, duration })),
    cancel: () => {
      isCancelled = true
      // What cannot be given up now goes by itself, a day later.
      upload?.abort(true).catch(() => null)
    },
  }
}

/** The browser remembers what it began to send, by the file's name, size and date. */
async function resumeOrStart(upload: Upload, shouldContinue: () => boolean): Promise<void> {
  const [previous] = await upload.findPreviousUploads()
  if (!shouldContinue()) return
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
}

/** Asked how far an upload is, the library takes any refusal for “there is none”, and would begin again from nothing. */
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
    // No answer, or none of ours.
  }
  return new AppError('connection', { cause: error })
}
