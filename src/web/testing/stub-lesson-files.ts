import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { LESSON_FILE_HEADER, LESSON_FILES_PATH } from '#contract/lesson-files.ts'

interface Request {
  method: string
  offset: number
  bytes: number
}

/**
 * XMLHttpRequest before a server that takes lessons' files.
 * @param answer says how a request fares: a refusal, a line that breaks, or as it should
 */
export function stubLessonFiles(answer: (request: Request) => ErrorCode | 'as it should' = () => 'as it should') {
  const seen: Request[] = []
  const uploads = new Map<string, { offset: number; size: number }>()

  class FakeRequest {
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
    readonly #given = new Map<string, string>()
    #answered = new Map<string, string>()
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
      this.#given.set(name.toLowerCase(), value)
    }

    getResponseHeader(name: string) {
      return this.#answered.get(name.toLowerCase()) ?? null
    }

    abort() {}

    send(part: Blob | null) {
      const request = {
        method: this.#method,
        offset: Number(this.#given.get('upload-offset') ?? 0),
        bytes: part?.size ?? 0,
      }
      seen.push(request)
      setTimeout(() => {
        const fate = answer(request)
        if (fate === 'connection') return this.onerror(new Event('error'))
        if (fate === 'as it should') this.#work(request)
        else this.#refuse(fate)
        this.onload()
      })
    }

    #work({ offset, bytes }: Request) {
      const upload = uploads.get(this.#path)
      if (this.#method === 'POST') {
        const path = `${LESSON_FILES_PATH}/${uploads.size}`
        uploads.set(path, { offset: 0, size: Number(this.#given.get('upload-length')) })
        this.#say(201, { location: path })
      } else if (!upload) {
        this.#refuse('file_not_found')
      } else if (this.#method === 'DELETE') {
        uploads.delete(this.#path)
        this.#say(204)
      } else {
        if (this.#method === 'PATCH') upload.offset = offset + bytes
        const isWhole = upload.offset === upload.size
        this.#say(204, {
          'upload-offset': `${upload.offset}`,
          'upload-length': `${upload.size}`,
          ...(isWhole && { [LESSON_FILE_HEADER]: '/uploads/kept.webm' }),
        })
      }
    }

    #say(status: number, headers: Record<string, string> = {}) {
      this.status = status
      this.#answered = new Map(Object.entries(headers))
    }

    #refuse(code: ErrorCode) {
      this.#say(ERRORS[code][0])
      this.responseText =
        this.#method === 'HEAD' ? '' : JSON.stringify({ status: false, code, msg: `Refused: ${code}` })
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as never
  return { seen, uploads, methods: () => seen.map(({ method }) => method).join(' ') }
}
