import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campus } from './campus.ts'
import { CallFailed } from './client.ts'
import type { Acknowledged } from './mixed-writes.ts'
import { type SignedIn, signIn } from './sign-up.ts'

const STUDENTS = 20

/** Students who comment on a post: so many a second in all, as far as the server answers in time. */
export class SteadyWrites {
  readonly acknowledged: Acknowledged[] = []
  readonly failures: CallFailed[] = []
  readonly #campus: Campus
  readonly #perSecond: number
  #startedAt = Infinity

  constructor(campus: Campus, perSecond: number) {
    this.#campus = campus
    this.#perSecond = perSecond
  }

  /** Since the first one was due. */
  getWritesPerSecond(): number {
    return (this.acknowledged.length * 1_000) / (performance.now() - this.#startedAt)
  }

  async run(url: string, signal: AbortSignal): Promise<void> {
    const students: SignedIn[] = []
    for (let n = 0; n < STUDENTS; n++) students.push(await signIn(url))
    this.#startedAt = performance.now()
    let next = 0
    const work = async ({ client }: SignedIn) => {
      while (!signal.aborted) {
        // Late ones follow at once, so that a pause is made up for.
        const dueAt = this.#startedAt + (next++ * 1_000) / this.#perSecond
        if (dueAt > performance.now()) await sleep(dueAt - performance.now())
        const text = `Well said ${randomBytes(8).toString('hex')}`
        try {
          await client.call('addComment', { blog_id: this.#campus.postId, comment_text: text })
          this.acknowledged.push({ kind: 'comment', text, at: 0 })
        } catch (error) {
          if (!(error instanceof CallFailed)) throw error
          this.failures.push(error)
        }
      }
    }
    await Promise.all(students.map(work))
  }
}
