import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'

type Step = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** Null accepts, a number refuses with that reply code, and a promise delays the answer. */
type Verdict = (step: Step, address: string) => number | null | Promise<null>

export interface ReceivedMail extends Email {
  /** The envelope's recipients. */
  recipients: string[]
  wasAccepted: boolean
}

/** Starts before and stops after the tests of a file. */
export function useTestMailServer(): TestMailServer {
  const server = new TestMailServer()
  beforeAll(() => server.goOnline())
  afterAll(() => server.goOffline())
  return server
}

/** A real local SMTP server that records emails and refuses them on demand. */
export class TestMailServer {
  /** Every email whose content arrived, including those refused at DATA. */
  readonly received: ReceivedMail[] = []
  verdict: Verdict = () => null
  #server: SMTPServer
  #port = 0

  constructor() {
    this.#server = this.#createServer()
  }

  static async start(): Promise<TestMailServer> {
    const server = new TestMailServer()
    await server.goOnline()
    return server
  }

  get url(): string {
    return `smtp://localhost:${this.#port}`
  }

  get accepted(): ReceivedMail[] {
    return this.received.filter(({ wasAccepted }) => wasAccepted)
  }

  getAcceptedFor(address: string): ReceivedMail[] {
    return this.accepted.filter(({ recipients }) => recipients.includes(address))
  }

  async waitForAccepted(address: string, count = 1): Promise<ReceivedMail[]> {
    return eventually(() => {
      const found = this.getAcceptedFor(address)
      if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${address}`)
      return found
    })
  }

  /** Connections are refused from now on. */
  async goOffline(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(done))
  }

  async goOnline(): Promise<void> {
    this.#server = this.#createServer()
    await new Promise<void>((done) => this.#server.listen(this.#port, 'localhost', done))
    this.#port = (this.#server.server.address() as AddressInfo).port
  }

  #createServer(): SMTPServer {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      authOptional: true,
      disabledCommands: ['AUTH'],
      closeTimeout: 100,
      onMailFrom: async ({ address }, _session, done) => done(await this.#applyVerdict('MAIL FROM', address)),
      onRcptTo: async ({ address }, _session, done) => done(await this.#applyVerdict('RCPT TO', address)),
      onData: async (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        done(await this.#receive(await buffer(stream), recipients))
      },
    })
    // Some tests make the client disconnect.
    server.on('error', () => {})
    return server
  }

  async #receive(bytes: Buffer, recipients: string[]): Promise<Error | null> {
    const refusal = await this.#applyVerdict('DATA', recipients[0] ?? '')
    this.received.push({ ...(await PostalMime.parse(bytes)), recipients, wasAccepted: refusal === null })
    return refusal
  }

  async #applyVerdict(step: Step, address: string): Promise<Error | null> {
    const responseCode = await this.verdict(step, address)
    // Mail servers quote the address.
    return responseCode === null
      ? null
      : Object.assign(new Error(`<${address}>: Refused by the test`), { responseCode })
  }
}
