import type { FastifyBaseLogger } from 'fastify'
import { type CacheTag, type Call, CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { contract, type ParsedInput, type Transport } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { withTimeout } from './with-timeout.ts'
import type { Caller, Context, Handler, SessionControl } from './handler.ts'
import { handlers } from '#server/handlers.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { parseInput } from './parse-input.ts'
import { EncodedBody } from '#server/http/encoded-body.ts'
import type { Services } from './services.ts'

export interface ApiResult {
  /** The answer in its envelope, as it travels. */
  bytes: EncodedBody
  /** What it is about, when it may be kept. */
  tags: readonly string[]
}

const NO_SESSION: SessionControl = {
  start: () => Promise.reject(new Error('This call came without a cookie to set')),
  end: () => Promise.resolve(),
  current: null,
}

/** What the server caches answers under; other tags are only for the browser. */
const SERVER_CACHED_TAGS = new Set<CacheTag>(
  CALL_NAMES.map(getCall).flatMap(({ isCached, tags }) => (isCached ? tags : [])),
)

/**
 * Makes the calls of the contract: access, parse, keep, handle, shape. The HTTP routes and the page renderer both
 * come through here, so that a rule holds for one as for the other.
 */
export class ApiPipeline {
  readonly #services: Services
  readonly #cache: ResponseCache
  readonly #bus: Bus
  readonly #log: FastifyBaseLogger

  constructor(services: Omit<Services, 'invalidate'>, cache: ResponseCache, bus: Bus, log: FastifyBaseLogger) {
    this.#services = { ...services, invalidate: (tags) => bus.publish({ kind: 'changed', tags }) }
    this.#cache = cache
    this.#bus = bus
    this.#log = log
  }

  /** @param rawInput the body as it was sent, or what reads it: then that is done only for those who may make the call. */
  async call(name: CallName, rawInput: unknown, caller: Caller, session = NO_SESSION): Promise<ApiResult> {
    await this.#authorize(getCall(name), caller)
    const body: unknown = typeof rawInput === 'function' ? await rawInput() : rawInput
    const execute = () => withTimeout(this.#execute(name, body, caller, session))
    const key = getCacheKey(name, body, caller)
    if (key === null) return execute()
    return this.#cache.getOrLoad(key, async () => {
      const result = await execute()
      return { value: result, tags: result.tags, sizeBytes: 2 * result.bytes.plain.length }
    })
  }

  /** The calls as the page renderer makes them: in this process, as this caller. */
  transport(
    caller: Caller,
    session: SessionControl | undefined,
    collectTags: (tags: readonly string[]) => void,
  ): Transport {
    return async (name, input) => {
      const { bytes, tags } = await this.call(name, input, caller, session)
      collectTags(tags)
      const envelope = JSON.parse(bytes.plain.toString())
      return { msg: envelope[getResponseKey(name)], nextPage: envelope.nextPage }
    }
  }

  async #authorize(call: Call, { user }: Caller): Promise<void> {
    if (!call.isAllowedInMaintenance && user?.role !== 'admin' && !(await this.#services.isSiteRunning())) {
      throw new AppError('maintenance', { retryAfter: 10 })
    }
    if (call.access === 'anyone') return
    if (!user) throw new AppError('not_signed_in')
    if (call.access !== 'user' && call.access !== user.role) throw new AppError('not_allowed')
  }

  #rejectForgedActor(name: CallName, input: unknown, { user }: Caller): void {
    const { actor } = getCall(name)
    if (actor === undefined || user === null) return
    const claimed = (input as Record<string, unknown>)[actor]
    if (claimed === undefined || claimed === user.student_id) return
    this.#log.warn({ call: name, userId: user.student_id, claimed }, 'a body named somebody else as the actor')
    throw new AppError('not_allowed')
  }

  async #execute(name: CallName, body: unknown, caller: Caller, session: SessionControl): Promise<ApiResult> {
    const input = parseInput(name, contract[name].input, body ?? {})
    this.#rejectForgedActor(name, input, caller)
    // Each handler's own types are checked where it is written; here they are all alike.
    const handle = handlers[name] as Handler<CallName>
    const context = { ...this.#services, ...caller, session } as Context<CallName>
    const response: { msg: unknown; nextPage?: unknown } = await handle(context, input as ParsedInput<CallName>)
    const { invalidates, isCached, tags } = getCall(name)
    if (invalidates) this.#publishInvalidation(invalidates, caller)
    return {
      bytes: new EncodedBody(envelope(name, response)),
      tags: isCached ? tags.map((tag) => resolveTag(tag, caller)) : [],
    }
  }

  /** After the commit: what was kept about it is dropped, here and on every other server. */
  #publishInvalidation(invalidates: readonly CacheTag[], caller: Caller): void {
    const tags = invalidates.filter((tag) => SERVER_CACHED_TAGS.has(tag)).map((tag) => resolveTag(tag, caller))
    if (tags.length > 0) this.#bus.publish({ kind: 'changed', tags })
  }
}

/** No honest body of a read is longer, in characters; what is, is answered without being kept. */
const MAX_CACHED_BODY_LENGTH = 1_000

/**
 * Under what an answer is kept: the body word for word, because one that was parsed and answered before need not be
 * parsed again. Whose body it is counts where the answer is a person's own, and where it names who acts.
 */
function getCacheKey(name: CallName, body: unknown, { user }: Caller): string | null {
  const { isCached, tags, actor } = getCall(name)
  if (!isCached) return null
  let text: string
  try {
    text = JSON.stringify(body ?? {})
  } catch {
    // Nested so deeply that it cannot be written again: no call's form, as its parsing will say.
    return null
  }
  if (text.length > MAX_CACHED_BODY_LENGTH) return null
  // With the role: one person may be an admin here and look at the site as a student there.
  const userKey = user ? `${user.student_id}-${user.role}` : ''
  return `${name}:${isPerUser(tags) || actor !== undefined ? userKey : ''}:${text}`
}

const isPerUser = (tags: readonly CacheTag[]) => tags.includes('account') || tags.includes('progress')

function resolveTag(tag: CacheTag, { user }: Caller): string {
  return tag === 'account' || tag === 'progress' ? `${tag}:${user?.student_id ?? 0}` : tag
}

function envelope(name: CallName, response: { msg: unknown; nextPage?: unknown }): string {
  const { output, nextPage }: Endpoint = contract[name]
  return JSON.stringify({
    status: true,
    [getResponseKey(name)]: output.parse(response.msg),
    ...(nextPage && { nextPage: nextPage.parse(response.nextPage) }),
  })
}
