import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

type Step = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** What the server makes of a mail at one step: null takes it, a number refuses it with that reply, a promise waits. */
type Verdict = (step: Step, address: string) => number | null | Promise<null>

export interface Arrived extends Email {
  /** To whom the envelope was addressed. */
  recipients: string[]
  wasTaken: boolean
}

/** A real mail server on this machine that keeps what arrives, and misbehaves when told to. */
export class TestMailServer {
  /** Everything that came as far as its text, what was refused then too. */
  readonly arrived: Arrived[] = []
  verdict: Verdict = () => null
  #server: SMTPServer
  #port = 0

  private constructor() {
    this.#server = this.#make()
  }

  static async start(): Promise<TestMailServer> {
    const server = new TestMailServer()
    await server.comeBack()
    return server
  }

  get url(): string {
    return `smtp://localhost:${this.#port}`
  }

  /** What was taken. */
  get taken(): Arrived[] {
    return this.arrived.filter(({ wasTaken }) => wasTaken)
  }

  takenFor(address: string): Arrived[] {
    return this.taken.filter(({ recipients }) => recipients.includes(address))
  }

  /** This many were taken for this address. */
  async hasTaken(address: string, count = 1): Promise<Arrived[]> {
    return vi.waitFor(
      () => {
        const found = this.takenFor(address)
        if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${address}`)
        return found
      },
      { timeout: 10_000, interval: 20 },
    )
  }

  /** Nobody answers at its address. */
  async goAway(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(done))
  }

  async comeBack(): Promise<void> {
    this.#server = this.#make()
    await new Promise<void>((done) => this.#server.listen(this.#port, 'localhost', done))
    this.#port = (this.#server.server.address() as AddressInfo).port
  }

  #make(): SMTPServer {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      authOptional: true,
      disabledCommands: ['AUTH'],
      closeTimeout: 100,
      onMailFrom: async ({ address }, _session, done) => done(await this.#judge('MAIL FROM', address)),
      onRcptTo: async ({ address }, _session, done) => done(await this.#judge('RCPT TO', address)),
      onData: async (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        done(await this.#keep(await buffer(stream), recipients))
      },
    })
    // Clients that hang up are part of the tests.
    server.on('error', () => {})
    return server
  }

  async #keep(bytes: Buffer, recipients: string[]): Promise<Error | null> {
    const refusal = await this.#judge('DATA', recipients[0] ?? '')
    this.arrived.push({ ...(await PostalMime.parse(bytes)), recipients, wasTaken: refusal === null })
    return refusal
  }

  async #judge(step: Step, address: string): Promise<Error | null> {
    const responseCode = await this.verdict(step, address)
    return responseCode === null ? null : Object.assign(new Error('As the test wants it'), { responseCode })
  }
}
