import { AppError } from '#contract/errors.ts'

interface Upload {
  method: string
  url: string
  body: Blob | FormData
  /** For bytes; a form has its own. */
  contentType?: string
  /** Receives whole percents. */
  onProgress: (percent: number) => void
  signal?: AbortSignal
}

/** Resolves with the answered request. `fetch` does not report upload progress. */
export function sendWithProgress({
  method,
  url,
  body,
  contentType,
  onProgress,
  signal,
}: Upload): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    if (contentType !== undefined) request.setRequestHeader('content-type', contentType)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(1, total))),
    )
    request.addEventListener('load', () => resolve(request))
    for (const eventName of ['error', 'abort', 'timeout']) {
      request.addEventListener(eventName, () => reject(new AppError('connection')))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Null when the answer is not JSON, as when it is not from this server. */
export function readJsonBody({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch {
    return null
  }
}
