import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH } from '#contract/paths.ts'

interface Request {
  method: string
  offset: number
  bytes: number
}

/**
 * XMLHttpRequest before a server that takes lessons' files.
 * @param getOutcome says how a request fares: a refusal, a line that breaks, or as it should
 */
export function stubLessonFiles(getOutcome: (request: Request) => ErrorCode | 'as it should' = () => 'as it should') {
  const requests: Request[] = []
  const uploads = new Map<string, { offset: number; size: number }>()

  class FakeRequest {
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
    readonly #requestHeaders = new Map<string, string>()
    #responseHeaders = new Map<string, string>()
    #method = ''
    #path = ''
    status = 0
    responseText = ''
    onload = () => {}
    onerror = (_event: unknown) => {}

    open(method: string, url: string) {
      this.#method = method
      this.#path = new URL(url, window.location.href).pathname
    }

    setRequestHeader(name: string, value: string) {
      this.#requestHeaders.set(name.toLowerCase(), value)
    }

    getResponseHeader(name: string) {
      return this.#responseHeaders.get(name.toLowerCase()) ?? null
    }

    abort() {}

    send(chunk: Blob | null) {
      const request = {
        method: this.#method,
        offset: Number(this.#requestHeaders.get('upload-offset') ?? 0),
        bytes: chunk?.size ?? 0,
      }
      requests.push(request)
      setTimeout(() => {
        const outcome = getOutcome(request)
        if (outcome === 'connection') return this.onerror(new Event('error'))
        if (outcome === 'as it should') this.#handle(request)
        else this.#respondWithError(outcome)
        this.onload()
      })
    }

    #handle({ offset, bytes }: Request) {
      const upload = uploads.get(this.#path)
      if (this.#method === 'POST') {
        const path = `${LESSON_FILES_PATH}/${uploads.size}`
        uploads.set(path, { offset: 0, size: Number(this.#requestHeaders.get('upload-length')) })
        this.#respond(201, { location: path })
      } else if (!upload) {
        this.#respondWithError('file_not_found')
      } else if (this.#method === 'DELETE') {
        uploads.delete(this.#path)
        this.#respond(204)
      } else {
        if (this.#method === 'PATCH') upload.offset = offset + bytes
        const isComplete = upload.offset === upload.size
        this.#respond(204, {
          'upload-offset': `${upload.offset}`,
          'upload-length': `${upload.size}`,
          ...(isComplete && { [LESSON_FILE_HEADER]: '/uploads/kept.webm' }),
        })
      }
    }

    #respond(status: number, headers: Record<string, string> = {}) {
      this.status = status
      this.#responseHeaders = new Map(Object.entries(headers))
    }

    #respondWithError(code: ErrorCode) {
      this.#respond(ERRORS[code][0])
      this.responseText =
        this.#method === 'HEAD' ? '' : JSON.stringify({ status: false, code, msg: `Refused: ${code}` })
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as never
  return { seen: requests, uploads, methods: () => requests.map(({ method }) => method).join(' ') }
}
