import type { FastifyBaseLogger } from 'fastify'
import { contract, type ParsedInput, type Transport } from '#contract/contract.ts'
import type { Endpoint, Subject } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { answersUnder, type CallName } from '#contract/methods.ts'
import type { AnswerCache } from '#server/platform/cache/response-cache.ts'
import { withinDeadline } from './deadline.ts'
import type { Caller, Context, Handler, SessionControl } from './handler.ts'
import { handlers } from '#server/handlers.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { parseInput } from './parse-input.ts'
import { ReadyBytes } from '#server/http/encoded-body.ts'
import type { Services } from './services.ts'

export interface Done {
  /** The answer in its envelope, as it travels. */
  bytes: ReadyBytes
  /** What it is about, when it may be kept. */
  subjects: readonly string[]
}

const NO_SESSION: SessionControl = {
  start: () => Promise.reject(new Error('This call came without a cookie to set')),
  end: () => Promise.resolve(),
  current: null,
}

/**
 * Makes the calls of the contract: access, parse, keep, handle, shape. The HTTP routes and the page renderer both
 * come through here, so that a rule holds for one as for the other.
 */
export class Calls {
  readonly #services: Services
  readonly #cache: AnswerCache
  readonly #bus: Bus
  readonly #log: FastifyBaseLogger

  constructor(services: Omit<Services, 'announce'>, cache: AnswerCache, bus: Bus, log: FastifyBaseLogger) {
    this.#services = { ...services, announce: (subjects) => bus.publish({ kind: 'changed', subjects }) }
    this.#cache = cache
    this.#bus = bus
    this.#log = log
  }

  /** @param given the body as it was sent, or what reads it: then that is done only for those who may make the call. */
  async make(name: CallName, given: unknown, caller: Caller, session = NO_SESSION): Promise<Done> {
    const endpoint: Endpoint = contract[name]
    await this.#admit(endpoint, caller)
    const body: unknown = typeof given === 'function' ? await given() : given
    const work = () => withinDeadline(this.#work(name, endpoint, body, caller, session))
    const key = keyOf(name, endpoint, body, caller)
    if (key === null) return work()
    return this.#cache.keep(key, async () => {
      const done = await work()
      return { value: done, subjects: done.subjects, bytes: 2 * done.bytes.plain.length }
    })
  }

  /** The calls as the page renderer makes them: in this process, as this caller. */
  transport(
    caller: Caller,
    session: SessionControl | undefined,
    noteSubjects: (subjects: readonly string[]) => void,
  ): Transport {
    return async (name, input) => {
      const { bytes, subjects } = await this.make(name, input, caller, session)
      noteSubjects(subjects)
      const envelope = JSON.parse(bytes.plain.toString())
      return { msg: envelope[answersUnder(name)], nextPage: envelope.nextPage }
    }
  }

  async #admit(endpoint: Endpoint, { user }: Caller): Promise<void> {
    if (!endpoint.inMaintenance && user?.role !== 'admin' && !(await this.#services.siteIsRunning())) {
      throw new AppError('maintenance', { retryAfter: 10 })
    }
    if (endpoint.access === 'anyone') return
    if (!user) throw new AppError('not_signed_in')
    if (endpoint.access !== 'user' && endpoint.access !== user.role) throw new AppError('not_allowed')
  }

  #refuseForgedActor(name: CallName, { actor }: Endpoint, input: unknown, { user }: Caller): void {
    if (actor === undefined || user === null) return
    const claimed = (input as Record<string, unknown>)[actor]
    if (claimed === undefined || claimed === user.student_id) return
    this.#log.warn({ call: name, userId: user.student_id, claimed }, 'a body named somebody else as the actor')
    throw new AppError('not_allowed')
  }

  async #work(
    name: CallName,
    endpoint: Endpoint,
    body: unknown,
    caller: Caller,
    session: SessionControl,
  ): Promise<Done> {
    const input = parseInput(name, endpoint.input, body ?? {})
    this.#refuseForgedActor(name, endpoint, input, caller)
    // Each handler's own types are checked where it is written; here they are all alike.
    const handle = handlers[name] as Handler<CallName>
    const context = { ...this.#services, ...caller, session } as Context<CallName>
    const answer: { msg: unknown; nextPage?: unknown } = await handle(context, input as ParsedInput<CallName>)
    if (endpoint.changes) this.#announce(endpoint.changes, caller)
    return {
      bytes: new ReadyBytes(envelope(name, endpoint, answer)),
      subjects: (endpoint.keeps ?? []).map((subject) => subjectOf(subject, caller)),
    }
  }

  /** After the commit: what was kept about it is dropped, here and on every other server. */
  #announce(changes: readonly Subject[], caller: Caller): void {
    if (changes.length > 0) {
      this.#bus.publish({ kind: 'changed', subjects: changes.map((subject) => subjectOf(subject, caller)) })
    }
  }
}

/** No honest body of a read is longer, in characters; what is, is answered without being kept. */
const LONGEST_KEPT_BODY = 1_000

/**
 * Under what an answer is kept: the body word for word, because one that was parsed and answered before need not be
 * parsed again. Whose body it is counts where the answer is a person's own, and where it names who acts.
 */
function keyOf(name: CallName, { keeps, actor }: Endpoint, body: unknown, { user }: Caller): string | null {
  if (!keeps) return null
  let text: string
  try {
    text = JSON.stringify(body ?? {})
  } catch {
    // Nested so deeply that it cannot be written again: no call's form, as its parsing will say.
    return null
  }
  if (text.length > LONGEST_KEPT_BODY) return null
  // With the role: one person may be an admin here and look at the site as a student there.
  const whose = user ? `${user.student_id}-${user.role}` : ''
  return `${name}:${isPersonal(keeps) || actor !== undefined ? whose : ''}:${text}`
}

const isPersonal = (subjects: readonly Subject[]) => subjects.includes('account') || subjects.includes('progress')

function subjectOf(subject: Subject, { user }: Caller): string {
  return subject === 'account' || subject === 'progress' ? `${subject}:${user?.student_id ?? 0}` : subject
}

function envelope(
  name: CallName,
  { output, nextPage }: Endpoint,
  answer: { msg: unknown; nextPage?: unknown },
): string {
  return JSON.stringify({
    status: true,
    [answersUnder(name)]: output.parse(answer.msg),
    ...(nextPage && { nextPage: nextPage.parse(answer.nextPage) }),
  })
}
