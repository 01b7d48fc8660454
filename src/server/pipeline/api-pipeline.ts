import type { FastifyBaseLogger } from 'fastify'
import {
  type AnyCallName,
  type CacheTag,
  CALL_NAMES,
  type CallName,
  getCall,
  getResponseKey,
  type SocketCallName,
} from '#contract/calls.ts'
import { contract, type ParsedInput, type Transport } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { EncodedBody } from '#server/http/encoded-body.ts'
import { isUnexpected, toAppError } from '#server/http/error-handler.ts'
import type { SessionControl } from '#server/http/cookies/session-cookie.ts'
import { reportError } from '#server/platform/log/report-error.ts'
import { createRequestId, withRequestId } from '#server/platform/log/request-id.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Admit } from './admit.ts'
import { getAnswerTags, getCacheKey, getServerTags } from './call-cache.ts'
import { getPolicy } from './call-policies.ts'
import type { Caller } from './caller.ts'
import type { Context, Handler, Handlers } from './handler.ts'
import { parseInput } from './parse-input.ts'
import type { Services } from './services.ts'
import { toTrafficKey, type TrafficQueues } from './traffic.ts'
import { withTimeout } from './with-timeout.ts'
import { WriteScope } from './write-scope.ts'

export interface ApiResult {
  /** The answer in its envelope. */
  bytes: EncodedBody
  /** The tags it is cached under; none when it is not cached. */
  tags: readonly string[]
}

interface PipelineDeps {
  handlers: Handlers
  services: Omit<Services, 'invalidate'>
  admit: Admit
  cache: ResponseCache
  bus: Bus
  log: FastifyBaseLogger
  /** Ends the wait for a database that does not answer. */
  failWhenStalled: Database['failWhenStalled']
  queues: Pick<TrafficQueues, 'calls'>
  callTimeoutMs: number | undefined
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A page that is rendered has had its turn, and would keep others from theirs while it waits again. */
const atOnce: InTurn = (work) => work()

interface HandlerResponse {
  msg: unknown
  nextPage?: unknown
}

const NO_SESSION: SessionControl = {
  start: () => Promise.reject(new Error('This call has no cookie to set')),
  end: () => Promise.resolve(),
  current: null,
  device: { hash: null, remember: () => '' },
  userAgent: '',
  cookies: {
    findHash: () => null,
    create: () => {
      throw new Error('This call has no cookie to set')
    },
    clear: () => {},
  },
}

/** Runs a call: admit, read from the cache, parse, handle, shape. HTTP, the page renderer and the socket share it. */
export class ApiPipeline {
  readonly #deps: PipelineDeps

  constructor(deps: PipelineDeps) {
    this.#deps = deps
  }

  /**
   * At once from the cache, where nothing else must be waited for: a promise takes as long as the look-up.
   * @param rawInput the body, or a function that reads it once the caller is admitted
   */
  call(
    name: CallName,
    rawInput: unknown,
    caller: Caller,
    session = NO_SESSION,
    inTurn: InTurn = (work) => this.#deps.queues.calls.run(toTrafficKey(caller), work),
  ): ApiResult | Promise<ApiResult> {
    const callAdmitted = (body: unknown) => {
      const key = getCacheKey(name, body, caller)
      const cached = key === null ? undefined : this.#deps.cache.get<ApiResult>(key)
      return cached ?? this.#callUncached(name, body, caller, { key, session, inTurn })
    }
    const admission = this.#deps.admit(caller, getPolicy(name))
    if (typeof rawInput === 'function')
      return Promise.resolve(admission)
        .then(() => rawInput())
        .then(callAdmitted)
    return admission instanceof Promise ? admission.then(() => callAdmitted(rawInput)) : callAdmitted(rawInput)
  }

  #callUncached(
    name: CallName,
    body: unknown,
    caller: Caller,
    { key, session, inTurn }: { key: string | null; session: SessionControl; inTurn: InTurn },
  ): Promise<ApiResult> {
    const { cache, failWhenStalled, callTimeoutMs } = this.#deps
    const work = () => this.#executeCall(name, body, caller, session)
    const run = () => withTimeout(getCall(name).isSessionless ? work() : failWhenStalled(work), callTimeoutMs)
    const execute = () => withRequestId(caller.from.requestId || createRequestId(), run)
    if (key === null) return inTurn(execute)
    // Each caller waits in its own place, also for a load that another caller has begun.
    return inTurn(() =>
      cache.getOrLoad(key, async () => {
        const result = await execute()
        const sizeBytes = 2 * result.bytes.plain.length
        return { value: result, tags: result.tags, sizeBytes, maxAgeMs: getCall(name).sharedForMs }
      }),
    )
  }

  /** Without a timeout: a message that is stored after a reported failure would be sent twice. */
  async handleFrame(name: SocketCallName, frame: unknown, caller: Caller): Promise<void> {
    await this.#deps.admit(caller, getPolicy(name))
    const input = parseInput(name, contract[name].input, frame)
    await withRequestId(createRequestId(), () => this.#handle(name, input, caller, NO_SESSION))
  }

  /** The calls as the page renderer makes them: in this process, as this caller. */
  transport(
    caller: Caller,
    session: SessionControl | undefined,
    collectTags: (tags: readonly string[]) => void,
  ): Transport {
    return async (name, input) => {
      try {
        const { bytes, tags } = await this.call(name, input, caller, session, atOnce)
        collectTags(tags)
        const envelope = JSON.parse(bytes.plain.toString())
        return { msg: envelope[getResponseKey(name)], nextPage: envelope.nextPage }
      } catch (error) {
        const appError = toAppError(error as Error)
        if (isUnexpected(appError)) {
          this.#deps.log.error({ err: error, call: name }, 'a page failed')
          reportError(error as Error, name)
        }
        throw appError
      }
    }
  }

  async #executeCall(name: CallName, body: unknown, caller: Caller, session: SessionControl): Promise<ApiResult> {
    const { invalidates, isNarrowedByHandler } = getCall(name)
    const input = parseInput(name, contract[name].input, body ?? {})
    this.#rejectForgedActor(name, input, caller)
    const response = await this.#handle(name, input, caller, session, isNarrowedByHandler ? [] : invalidates)
    return {
      bytes: new EncodedBody(toEnvelope(name, response)),
      tags: getAnswerTags(name, caller),
    }
  }

  #rejectForgedActor(name: CallName, input: unknown, { user }: Caller): void {
    const { actor } = getCall(name)
    if (actor === undefined || user === null) return
    const claimed = (input as Record<string, unknown>)[actor]
    if (claimed === undefined || claimed === user.student_id) return
    this.#deps.log.warn({ call: name, userId: user.student_id, claimed }, 'a body named another user as the actor')
    throw new AppError('not_allowed')
  }

  async #handle(
    name: AnyCallName,
    input: unknown,
    caller: Caller,
    session: SessionControl,
    invalidates: readonly CacheTag[] = [],
  ): Promise<HandlerResponse> {
    const { services, bus } = this.#deps
    const scope = new WriteScope(services.db, bus, getServerTags(invalidates, caller), isBatched(name))
    // The compiler checks each handler's own types where it is written; here the call's name is only known at run time.
    const handle = this.#deps.handlers[name] as Handler<AnyCallName>
    const writing = { db: scope.db, invalidate: (tags: readonly string[]) => scope.invalidate(tags) }
    const context = { ...services, ...writing, ...caller, session } as Context
    const response = await handle(context, input as ParsedInput<AnyCallName>)
    await scope.finish()
    return response
  }
}

const isBatched = (name: AnyCallName) =>
  (CALL_NAMES as readonly string[]).includes(name) && 'isBatched' in getCall(name as CallName)

function toEnvelope(name: CallName, response: HandlerResponse): string {
  const { output, nextPage }: Endpoint = contract[name]
  return JSON.stringify({
    status: true,
    [getResponseKey(name)]: output.parse(response.msg),
    ...(nextPage && { nextPage: nextPage.parse(response.nextPage) }),
  })
}
