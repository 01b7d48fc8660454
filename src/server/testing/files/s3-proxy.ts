import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface S3Proxy {
  /** As in S3_URL. */
  url: string
  /** Such as `PUT /lantern/name?partNumber=1`, in the order in which they arrived. */
  requests: string[]
  /**
   * `hold` lets no more object or part into the store and removes none, which looks like a very slow line, and `hold-all`
   * lets no request through. `open` forwards what was held. `cut` ends every connection, also new ones. `stall` sends half of
   * each object that is read, and keeps the connection; `break` ends it after half of the next one, and then is `open`.
   */
  setMode(mode: 'open' | 'hold' | 'hold-all' | 'cut' | 'stall' | 'break'): void
  close(): Promise<void>
}

/** Stands between a server and its S3 store. */
export async function startS3Proxy(s3Url: string): Promise<S3Proxy> {
  const target = new URL(s3Url.replace('s3://', 'http://'))
  const requests: string[] = []
  let mode: Parameters<S3Proxy['setMode']>[0] = 'open'
  let held: (() => void)[] = []
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    if (mode === 'cut') return request.destroy()
    requests.push(`${method} ${path}`)
    const forward = () => {
      // Whoever sent it waits no longer.
      if (request.socket.destroyed) return
      const upstream = sendRequest({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        if (mode === 'stall' && isWholeObject(request)) void sendHalf(answer, response)
        else if (mode === 'break' && isWholeObject(request)) {
          mode = 'open'
          void sendHalf(answer, response).then(() => response.destroy())
        } else answer.pipe(response)
      })
      upstream.on('error', () => response.destroy())
      request.on('error', () => upstream.destroy())
      request.pipe(upstream)
    }
    const isRemoval = method === 'DELETE' && !path.includes('uploadId=')
    if (mode === 'hold-all' || (mode === 'hold' && (method === 'PUT' || isRemoval))) held.push(forward)
    else forward()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: s3Url.replace(`:${target.port}/`, `:${port}/`),
    requests,
    setMode(next) {
      mode = next
      if (mode === 'open') for (const forward of held) forward()
      if (!mode.startsWith('hold')) held = []
      if (mode === 'cut') server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isWholeObject = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'GET' && !url.includes('?') && headers.range === undefined

async function sendHalf(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await buffer(answer)
  await new Promise((resolve) => response.write(bytes.subarray(0, bytes.length / 2), resolve))
}
