import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH } from '#contract/paths.ts'

interface Request {
  method: string
  offset: number
  bytes: number
}

interface Response {
  status: number
  headers?: Record<string, string>
  body?: string
}

type Uploads = Map<string, { offset: number; size: number }>

/**
 * XMLHttpRequest with a server that accepts lesson files.
 * @param getOutcome returns an error code, such as `connection`, for a request that is to fail
 */
export function stubLessonFiles(getOutcome: (request: Request) => ErrorCode | 'ok' = () => 'ok') {
  const requests: Request[] = []
  const uploads: Uploads = new Map()

  class FakeRequest {
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
    readonly #requestHeaders = new Headers()
    #responseHeaders = new Headers()
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
      this.#requestHeaders.set(name, value)
    }

    getResponseHeader(name: string) {
      return this.#responseHeaders.get(name)
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
        const size = Number(this.#requestHeaders.get('upload-length'))
        const response =
          outcome === 'ok'
            ? respond(uploads, { ...request, path: this.#path, size })
            : respondWithError(request, outcome)
        this.status = response.status
        this.#responseHeaders = new Headers(response.headers)
        this.responseText = response.body ?? ''
        this.onload()
      })
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as never
  return { requests, uploads, methods: () => requests.map(({ method }) => method).join(' ') }
}

/** The server's part of the protocol: POST creates an upload, PATCH appends, HEAD reads the offset, DELETE cancels. */
function respond(uploads: Uploads, request: Request & { path: string; size: number }): Response {
  const { method, path, offset, bytes, size } = request
  if (method === 'POST') {
    const location = `${LESSON_FILES_PATH}/${uploads.size}`
    uploads.set(location, { offset: 0, size })
    return { status: 201, headers: { location } }
  }
  const upload = uploads.get(path)
  if (!upload) return respondWithError(request, 'file_not_found')
  if (method === 'DELETE') {
    uploads.delete(path)
    return { status: 204 }
  }
  if (method === 'PATCH') upload.offset = offset + bytes
  const isComplete = upload.offset === upload.size
  return {
    status: 204,
    headers: {
      'upload-offset': `${upload.offset}`,
      'upload-length': `${upload.size}`,
      ...(isComplete && { [LESSON_FILE_HEADER]: '/uploads/stored.webm' }),
    },
  }
}

function respondWithError({ method }: Request, code: ErrorCode): Response {
  const body = method === 'HEAD' ? '' : JSON.stringify({ status: false, code, msg: `Refused: ${code}` })
  return { status: ERRORS[code][0], body }
}
