import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Campus, toSavedTitle } from './campus.ts'
import { CallFailed, Client } from './client.ts'
import { sendChat } from './send-chat.ts'

/** What the server has acknowledged. `at` is the position that was current when the answer had arrived. */
export type Acknowledged = { at: number } & Write

type Write =
  | { kind: 'account'; email: string }
  | { kind: 'picture'; email: string; url: string }
  | { kind: 'tick'; email: string; lessonId: number }
  | { kind: 'chat'; id: number; text: string }
  | { kind: 'save'; version: number }
  | { kind: 'order'; id: number }
  | { kind: 'review'; email: string; courseId: number; text: string }
  | { kind: 'comment'; text: string }

interface MixedWritesOptions {
  campus: Campus
  /** Such as the size of a trace; 0 when nobody asks. */
  position?: () => number
  /** After a failed call: end, as after a kill, or go on, as while a disk is full. */
  afterFailure?: 'end' | 'continue'
  /** Between one student's life, or save, and the next. */
  pauseMs?: number
}

const PASSWORD = 'eleven green bottles'
const WORKERS = 3
const PAUSE_AFTER_FAILURE_MS = 100

/** Students who sign up, upload, complete, chat, buy and review, while an admin saves a course. */
export class MixedWrites {
  readonly acknowledged: Acknowledged[] = []
  readonly failures: CallFailed[] = []
  #calls = 0
  #lastVersion = 0
  #url = ''
  #signal = AbortSignal.abort()
  readonly #options: Required<MixedWritesOptions>

  constructor(options: MixedWritesOptions) {
    this.#options = { position: () => 0, afterFailure: 'end', pauseMs: 0, ...options }
  }

  get calls(): number {
    return this.#calls
  }

  /** Until the signal, or until every worker has met a failure. */
  async run(url: string, signal: AbortSignal): Promise<void> {
    this.#url = url
    this.#signal = signal
    const students = Array.from({ length: WORKERS }, () => this.#repeat(() => this.#liveAsStudent()))
    await Promise.all([...students, this.#repeat(() => this.#saveCourse())])
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await work()
        if (this.#options.pauseMs > 0) await sleep(this.#options.pauseMs)
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (this.#signal.aborted) return
        this.failures.push(error)
        if (this.#options.afterFailure === 'end') return
        await sleep(PAUSE_AFTER_FAILURE_MS)
      }
    }
  }

  /** Counts the call, and keeps what it acknowledges. */
  async #write<Result>(send: () => Promise<Result>, toWrite: (result: Result) => Write): Promise<Result> {
    if (this.#signal.aborted) throw new CallFailed('write', 0, 'the run is over')
    this.#calls++
    const result = await send()
    this.acknowledged.push({ ...toWrite(result), at: this.#options.position() })
    return result
  }

  async #liveAsStudent(): Promise<void> {
    const email = `${randomBytes(8).toString('hex')}@mail.example`
    const client = new Client(this.#url)
    const account = { first_name: 'Ada', last_name: 'Writer', email, password: PASSWORD, birthdate: '1990-01-01' }
    await this.#write(
      () => client.call('signup', account),
      () => ({ kind: 'account', email }),
    )
    await client.call('login', { email, password: PASSWORD })
    const { userData } = await client.call('session', {})
    const id = userData[0]?.student_id ?? 0
    await this.#uploadPicture(client, email, id)
    await this.#learn(client, email)
    await this.#talk(client, id)
    await this.#buy(client)
    await this.#uploadPicture(client, email, id)
  }

  async #uploadPicture(client: Client, email: string, id: number): Promise<void> {
    const [r = 0, g = 0, b = 0] = randomBytes(3)
    const background = { r, g, b }
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
    await this.#write(
      () => client.uploadPicture(id, image),
      ({ image_url: url }) => ({ kind: 'picture', email, url }),
    )
  }

  async #learn(client: Client, email: string): Promise<void> {
    const { id: course_id, lessonIds } = this.#options.campus.freeCourse
    await client.call('enrollCourse', { course_id })
    for (const lessonId of lessonIds) {
      await this.#write(
        () => client.call('completeCourse', { id: lessonId, course_id, value: true }),
        () => ({ kind: 'tick', email, lessonId }),
      )
    }
    const text = `Good. ${randomBytes(8).toString('hex')}`
    await this.#write(
      () => client.call('addReview', { course_id, review_text: text, stars: 4 }),
      () => ({ kind: 'review', email, courseId: course_id, text }),
    )
  }

  async #talk(client: Client, id: number): Promise<void> {
    const comment = `Well said ${randomBytes(8).toString('hex')}`
    await this.#write(
      () => client.call('addComment', { blog_id: this.#options.campus.postId, comment_text: comment }),
      () => ({ kind: 'comment', text: comment }),
    )
    const messages = [1, 2, 3].map((n) => `Message ${n} ${randomBytes(8).toString('hex')}`)
    for await (const { msg_id, msg } of sendChat(client, { from: id, to: this.#options.campus.admin.id, messages })) {
      this.#calls++
      this.acknowledged.push({ kind: 'chat', id: msg_id, text: msg, at: this.#options.position() })
    }
  }

  async #buy(client: Client): Promise<void> {
    const order = await client.call('createOrder', { course_id: this.#options.campus.pricedCourseId })
    await this.#write(
      () => client.call('payTestOrder', { order_id: order.order_id, card: '4242424242424242' }),
      () => ({ kind: 'order', id: order.order_id }),
    )
  }

  /** Course and lessons carry the number of the save, so that half a save shows. */
  async #saveCourse(): Promise<void> {
    const { admin, savedCourse } = this.#options.campus
    const version = ++this.#lastVersion
    const title = toSavedTitle(version)
    const url = 'https://media.example/lesson.webm'
    const materials = savedCourse.lessonIds.map((id) => ({ id, title, subtitle: 'Shortly', url }))
    const details = { description: 'What it is about.', price: 10, discount: 0, tabs: '', materials }
    const form = { ...details, category: 'Cybersecurity Basics' as const, title, course_id: savedCourse.id }
    await this.#write(
      () => new Client(this.#url, admin.cookie).call('updateCourse', form),
      () => ({ kind: 'save', version }),
    )
  }
}
