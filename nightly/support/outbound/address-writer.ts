import type { CallName } from '../../../src/contract/calls.ts'
import type { CallOutput } from '../../../src/contract/contract.ts'
import { CallFailed, type Client } from '../users/client.ts'
import { type AddressFields, findTexts } from './address-fields.ts'

/** An address that names the field it was written to. */
export type ToAddress = (place: string) => string

/** What no test can fill with an address, by the end of the field's name. */
const NOT_FILLED: Record<string, RegExp> = {
  'a secret, which is hashed or compared': /(password|token|confirmation|login proof)$/,
  'what an authenticator has signed': /^\w+ response\./,
  'a day': /birthdate$/,
}

/** Sends writes with addresses in their fields, and notes which of the fields were accepted. */
export class AddressWriter {
  readonly #fields: AddressFields
  readonly #host: string
  readonly #accepted = new Set<string>()
  readonly #refused = new Map<string, string>()
  readonly problems: string[] = []
  readonly at: ToAddress

  /** @param origin of the addresses */
  constructor(fields: AddressFields, origin: string) {
    this.#fields = fields
    this.#host = new URL(origin).host
    this.at = (place) => `${origin}/${place}`
  }

  /** Puts an address into the fields beside those of the input too, which the spec's clients send and the server ignores. */
  async write<Name extends CallName>(client: Client, name: Name, input: object): Promise<CallOutput<Name>> {
    const own = (this.#fields.get(name) ?? []).filter((field) => !/[.[{]/.test(field) && !getReason(`${name} ${field}`))
    const filled = { ...Object.fromEntries(own.map((field) => [field, this.at(field)])), ...input }
    try {
      const answer = await client.call(name, filled as never)
      for (const field of this.#find(name, filled)) this.#accepted.add(field)
      return answer
    } catch (error) {
      this.problems.push(`${name} was not accepted: ${String(error)}`)
      throw error
    }
  }

  /** A write that must be refused: the field takes no address. */
  async expectRefusal(client: Client, name: CallName, input: object, reason: string): Promise<void> {
    const error: unknown = await client.call(name, input as never).catch((failure: unknown) => failure)
    if (!(error instanceof CallFailed) || error.status !== 400 || !error.message.includes(reason))
      this.problems.push(`${name} was not refused with “${reason}”: ${JSON.stringify(error)} ${String(error)}`)
    for (const field of this.#find(name, input)) this.#refused.set(field, reason)
  }

  /** For a file with an address in it. */
  noteFile(field: string): void {
    this.#accepted.add(field)
  }

  /** Each field of the contract, as accepted, refused, left out or forgotten. */
  summarize() {
    const all = [...this.#fields].flatMap(([name, fields]) => fields.map((field) => `${name} ${field}`))
    const others = all.filter((field) => !this.#accepted.has(field))
    const refused = others.filter((field) => this.#refused.has(field))
    const leftOut = others.filter((field) => !this.#refused.has(field) && getReason(field))
    const forgotten = others.filter((field) => !this.#refused.has(field) && !getReason(field))
    return {
      accepted: all.length - others.length,
      refused: refused.map((field) => `${field}: ${this.#refused.get(field)}`),
      leftOut: leftOut.map((field) => `${field}: ${getReason(field)}`),
      forgotten,
    }
  }

  #find(name: CallName, input: object): string[] {
    return findTexts(input, (text) => text.includes(this.#host)).map((field) => `${name} ${field}`)
  }
}

const getReason = (field: string) => Object.entries(NOT_FILLED).find(([, pattern]) => pattern.test(field))?.[0]
