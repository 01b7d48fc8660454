import { type CallName, getCall, getResponseKey } from '../../../src/contract/calls.ts'
import type { CallInput, CallOutput } from '../../../src/contract/contract.ts'
import { API_BASE } from '../../../src/contract/paths.ts'
import type { Secrets } from './find-secrets.ts'

interface Records {
  /** Added to. */
  answers: string[]
  /** Added to. */
  secrets: Secrets
}

/** A browser that keeps every answer, refusals too, and all of its cookies as secrets. */
export class RecordingClient {
  readonly url: string
  readonly #records: Records
  readonly #cookies = new Map<string, string>()

  constructor(url: string, records: Records) {
    this.url = url
    this.#records = records
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** @param isCarrier whether the answer brings a secret to its owner */
  async call<Name extends CallName>(name: Name, input: CallInput<Name>, isCarrier = false): Promise<CallOutput<Name>> {
    const { ok, text } = await this.#send(name, input, isCarrier)
    if (!ok) throw new Error(`${name} was refused: ${text}`)
    return (JSON.parse(text) as Record<string, unknown>)[getResponseKey(name)] as CallOutput<Name>
  }

  async expectRefusal<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<void> {
    if ((await this.#send(name, input, false)).ok) throw new Error(`${name} was accepted`)
  }

  async open(path: string, init: RequestInit = {}): Promise<string> {
    return (await this.#fetch(path, init, false)).text
  }

  #send(name: CallName, input: object, isCarrier: boolean) {
    const { method } = getCall(name)
    const body =
      method === 'GET' ? {} : { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }
    return this.#fetch(`${API_BASE}/${name}`, { method, ...body }, isCarrier)
  }

  async #fetch(path: string, init: RequestInit, isCarrier: boolean): Promise<{ ok: boolean; text: string }> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookie }
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line)
    const text = await response.text()
    this.#records.answers.push(JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie')))
    if (!isCarrier) this.#records.answers.push(text)
    return { ok: response.ok, text }
  }

  #keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    this.#cookies.set(name, value)
    if (value !== '') this.#records.secrets[`cookie ${name} ${Object.keys(this.#records.secrets).length}`] = value
  }
}
