import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import type { CallName } from '#contract/calls.ts'

/** The programme's limit. */
export const SLOW_MS = 1_000
const MAX_REPEATS = 3

export interface Figures {
  answers: number
  /** Calls that answered 200 at least once. */
  successes: number
  slowestMs: number
  slowestCall: string
  memoryGrowthMb: number
}

/** What the answers of a test file took. */
export class AnswerFigures {
  answers = 0
  readonly successes = new Set<CallName>()
  slowestMs = 0
  slowestCall = ''
  #memoryAtStart = 0

  async startMemory(): Promise<void> {
    this.#memoryAtStart = await measureMemory()
  }

  /**
   * Other work on the machine makes an answer slow once; a body that is slow by itself is slow each time. So a slow
   * request is made again, and its fastest answer counts. The first one is returned.
   */
  async time<Request, Answer>(
    name: CallName,
    createRequest: (isRepeat: boolean) => Request | Promise<Request>,
    send: (request: Request) => Promise<Answer>,
  ): Promise<Answer> {
    let fastestMs = Infinity
    let firstAnswer: Answer | undefined
    for (let round = 0; round === 0 || (fastestMs > SLOW_MS && round <= MAX_REPEATS); round++) {
      const request = await createRequest(round > 0)
      const start = performance.now()
      const answer = await send(request)
      fastestMs = Math.min(fastestMs, performance.now() - start)
      firstAnswer ??= answer
    }
    this.answers++
    if (fastestMs > this.slowestMs) [this.slowestMs, this.slowestCall] = [fastestMs, name]
    return firstAnswer as Answer
  }

  async read(): Promise<Figures> {
    const { answers, successes, slowestMs, slowestCall } = this
    const memoryGrowthMb = ((await measureMemory()) - this.#memoryAtStart) / 1024 ** 2
    return { answers, successes: successes.size, slowestMs, slowestCall, memoryGrowthMb }
  }

  /** For the script that runs the test with more bodies. */
  async write(path: string): Promise<void> {
    writeFileSync(path, JSON.stringify(await this.read()))
  }
}

/** Bytes in use after a collection of garbage, buffers included. */
async function measureMemory(): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
