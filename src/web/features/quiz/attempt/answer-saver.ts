import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { type Answers, readAnswerDrafts, writeAnswerDrafts } from './answer-drafts.ts'

/** A student who types sends one request per pause, not per key. */
const TYPING_PAUSE_MS = 600
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 10_000

/** After these, another try can succeed. */
const PASSING_ERRORS: readonly ErrorCode[] = [
  ...(['connection', 'internal', 'busy', 'not_ready', 'maintenance', 'too_often'] as const),
]

/** After these, the attempt or the question takes no such answer any more. After all others a login, for one, helps. */
const FINAL_ERRORS: readonly ErrorCode[] = [
  ...(['attempt_ended', 'attempt_not_found', 'question_not_found', 'invalid_input'] as const),
]

export interface SaverState {
  answers: Answers
  /** `unchecked`: answers that are final once they are sent are in this browser only. */
  status: 'saved' | 'unchecked' | 'saving' | 'retrying' | 'refused'
  /** Why the server refused an answer. */
  error: Error | null
}

interface AnswerSaverOptions {
  userId: number
  attemptId: number
  /** As the server has them. */
  saved: Answers
  /** An answer is final once it is sent, so it is sent only when the student asks for it. */
  isFinalOnceSent: boolean
  save: (questionId: string, answer: QuizAnswer) => Promise<void>
}

/** The answers of an open attempt: shown at once, sent one after another, and sent again until the server has them. */
export class AnswerSaver {
  readonly #options: AnswerSaverOptions
  readonly #listeners = new Set<() => void>()
  #state: SaverState
  /** What the server has not confirmed. */
  #drafts: Answers
  /** The questions whose drafts are to be sent. */
  readonly #due = new Set<string>()
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | undefined
  #isStopped = false

  constructor(options: AnswerSaverOptions) {
    this.#options = options
    this.#drafts = readAnswerDrafts(options.userId, options.attemptId)
    this.#state = { answers: { ...options.saved, ...this.#drafts }, status: this.#getIdleStatus(), error: null }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getState = (): SaverState => this.#state

  /** Begins to send what an earlier page left behind. */
  start(): void {
    this.#isStopped = false
    window.addEventListener('online', this.#onOnline)
    if (!this.#options.isFinalOnceSent && Object.keys(this.#drafts).length > 0) void this.flush()
  }

  /** Sends what is due once more, without retries. */
  stop(): void {
    window.removeEventListener('online', this.#onOnline)
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#wake?.()
    void this.#send()
  }

  /** Keeps an answer in the browser, and sends it soon unless it would be final. */
  set(questionId: string, answer: QuizAnswer): void {
    this.#drafts = { ...this.#drafts, [questionId]: answer }
    this.#storeDrafts()
    this.#update({ answers: { ...this.#state.answers, [questionId]: answer } })
    if (this.#options.isFinalOnceSent) {
      if (!this.#sending) this.#update({ status: 'unchecked', error: null })
      return
    }
    this.#due.add(questionId)
    this.#update({ status: this.#state.status === 'retrying' ? 'retrying' : 'saving', error: null })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), typeof answer === 'string' ? TYPING_PAUSE_MS : 0)
  }

  /** Sends one answer. Ends like `flush`. */
  check(questionId: string): Promise<void> {
    if (questionId in this.#drafts) this.#due.add(questionId)
    return this.#send()
  }

  /** Sends every answer. Ends once the server has them or refuses them, or the saver was stopped. */
  flush(): Promise<void> {
    for (const questionId of Object.keys(this.#drafts)) this.#due.add(questionId)
    return this.#send()
  }

  /** The user has read why an answer was refused. */
  dismiss(): void {
    this.#update({ error: null })
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null))
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    let delayMs = FIRST_RETRY_MS
    let refusal: Error | null = null
    for (let next = this.#getNext(); next; next = this.#getNext()) {
      const [questionId, answer] = next
      this.#update({ status: this.#state.status === 'retrying' ? 'retrying' : 'saving' })
      try {
        await this.#options.save(questionId, answer)
        this.#confirm(questionId, answer)
        delayMs = FIRST_RETRY_MS
        this.#update({ status: 'saving', error: refusal })
      } catch (error) {
        if (hasCode(error, FINAL_ERRORS)) {
          refusal = error as Error
          this.#removeDraft(questionId)
          continue
        }
        // The drafts are sent with the next answer.
        if (!hasCode(error, PASSING_ERRORS)) return this.#update({ status: 'refused', error: error as Error })
        this.#update({ status: 'retrying' })
        if (this.#isStopped) return
        await this.#wait(delayMs)
        delayMs = Math.min(2 * delayMs, LAST_RETRY_MS)
      }
    }
    this.#update(refusal ? { status: 'refused', error: refusal } : { status: this.#getIdleStatus() })
  }

  #getIdleStatus(): 'saved' | 'unchecked' {
    return this.#options.isFinalOnceSent && Object.keys(this.#drafts).length > 0 ? 'unchecked' : 'saved'
  }

  #getNext(): [string, QuizAnswer] | undefined {
    return Object.entries(this.#drafts).find(([questionId]) => this.#due.has(questionId))
  }

  #confirm(questionId: string, answer: QuizAnswer): void {
    // It was changed while it was sent: the new one is sent next.
    if (this.#drafts[questionId] !== answer) return
    this.#removeDraft(questionId)
  }

  #removeDraft(questionId: string): void {
    this.#due.delete(questionId)
    const { [questionId]: _, ...rest } = this.#drafts
    this.#drafts = rest
    this.#storeDrafts()
  }

  #storeDrafts(): void {
    writeAnswerDrafts(this.#options.userId, this.#options.attemptId, this.#drafts)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #onOnline = () => this.#wake?.()

  #update(changes: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

const hasCode = (error: unknown, codes: readonly ErrorCode[]) => error instanceof AppError && codes.includes(error.code)
