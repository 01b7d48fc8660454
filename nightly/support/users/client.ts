import { type CallName, getCall, getResponseKey } from '../../../src/contract/calls.ts'
import type { CallInput, CallOutput } from '../../../src/contract/contract.ts'
import { API_BASE } from '../../../src/contract/paths.ts'

/** An answer that is no success; `status` is 0 when there was none. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  constructor(name: string, status: number, reason: string) {
    super(`${name} answered ${status}: ${reason}`)
    this.status = status
  }
}

const CALL_TIMEOUT_MS = 30_000

/** A browser of one user: it keeps its cookies. */
export class Client {
  readonly url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string, cookie?: string) {
    this.url = url
    for (const one of cookie?.split('; ') ?? []) this.#keepCookie(one)
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const method = getCall(name).method
    const body = method === 'GET' ? {} : { body: JSON.stringify(input) }
    const headers: Record<string, string> = method === 'GET' ? {} : { 'content-type': 'application/json' }
    return this.#send(name, { method, headers, ...body }) as Promise<CallOutput<Name>>
  }

  uploadPicture(id: number, image: Uint8Array, fileName = 'picture.png'): Promise<CallOutput<'handleUploads'>> {
    const form = new FormData()
    form.append('id', String(id))
    form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), fileName)
    return this.#send('handleUploads', { method: 'POST', headers: {}, body: form }) as Promise<
      CallOutput<'handleUploads'>
    >
  }

  async #send(name: CallName, request: { method: string; headers: Record<string, string>; body?: string | FormData }) {
    const headers = { ...request.headers, cookie: this.cookie }
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const response = await fetch(`${this.url}${API_BASE}/${name}`, { ...request, headers, signal }).catch(
      (error: unknown) => {
        throw new CallFailed(name, 0, String(error))
      },
    )
    const text = await response.text().catch(() => '')
    if (!response.ok) throw new CallFailed(name, response.status, text.slice(0, 200))
    for (const cookie of response.headers.getSetCookie()) this.#keepCookie(cookie)
    // A body that was cut off is no answer.
    if (!text.endsWith('}')) throw new CallFailed(name, 0, 'half an answer')
    return (JSON.parse(text) as Record<string, unknown>)[getResponseKey(name)]
  }

  #keepCookie(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (name && value) this.#cookies.set(name, value)
  }
}
