import { type CacheTag, CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import type { Caller } from './caller.ts'

/** Other tags are only for the browser. */
const SERVER_CACHED_TAGS = new Set<CacheTag>(
  CALL_NAMES.map(getCall).flatMap(({ isCached, tags }) => (isCached ? tags : [])),
)

export const getServerTags = (invalidates: readonly CacheTag[], caller: Caller) =>
  invalidates.filter((tag) => SERVER_CACHED_TAGS.has(tag)).map((tag) => resolveTag(tag, caller))

/** What a cached answer depends on. */
export function getAnswerTags(name: CallName, caller: Caller): readonly string[] {
  const { isCached, sharedForMs, tags } = getCall(name)
  if (isCached) return tags.map((tag) => resolveTag(tag, caller))
  return sharedForMs ? [name] : []
}

function resolveTag(tag: CacheTag, { user }: Caller): string {
  return tag === 'account' || tag === 'progress' ? `${tag}:${user?.student_id ?? 0}` : tag
}

/** In characters. No valid body of a read is longer. */
const MAX_CACHED_BODY_LENGTH = 1_000

/** Null for an answer that is not cached. The body is part of the key unparsed, so that a hit costs no parsing. */
export function getCacheKey(name: CallName, body: unknown, { user }: Caller): string | null {
  const { isCached, sharedForMs, tags, actor } = getCall(name)
  if (!tags || !(isCached || sharedForMs)) return null
  let text: string
  try {
    text = JSON.stringify(body ?? {})
  } catch {
    // Nested too deeply to serialize; parsing will refuse it.
    return null
  }
  if (text.length > MAX_CACHED_BODY_LENGTH) return null
  // With the role, because an admin may view the site as a student in another session.
  const userKey = user && (isPerUser(tags) || actor !== undefined) ? `${user.student_id}-${user.role}` : ''
  return `${name}:${userKey}:${text}`
}

const isPerUser = (tags: readonly CacheTag[]) => tags.includes('account') || tags.includes('progress')
