import type { InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query'
import { CALLS, type CacheTag, type CallName, getCall } from '#contract/calls.ts'

/** The calls that change something. */
export type WriteName = {
  [Name in CallName]: (typeof CALLS)[Name] extends { invalidates: readonly CacheTag[] } ? Name : never
}[CallName]

interface InvalidateOptions {
  /** `none` for data whose new state is in the cache already: it is refetched when a screen next shows it. */
  refetchType?: 'active' | 'none'
}

/** Refetches what the screen shows of these tags, and everything else of them when it is next shown. */
export function invalidateTags(
  client: QueryClient,
  tags: readonly CacheTag[],
  { refetchType = 'active' }: InvalidateOptions = {},
): Promise<void> {
  return invalidateQueries(client, { predicate: ({ queryKey }) => hasTag(queryKey, tags), refetchType })
}

/**
 * The library repeats a refetch in progress but joins a first fetch, whose answer may be from before the change: what
 * is fetched for the first time is fetched again afterwards.
 */
export async function invalidateQueries(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const firstFetches = new Set(
    client
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined),
  )
  await client.invalidateQueries(filters)
  if (firstFetches.size === 0) return
  await Promise.allSettled([...firstFetches].flatMap(({ promise }) => promise ?? []))
  await client.invalidateQueries({ predicate: (query) => firstFetches.has(query) })
}

/** Refetches what a write has changed, by the contract. */
export function invalidateAfter(client: QueryClient, name: WriteName, options?: InvalidateOptions): Promise<void> {
  return invalidateTags(client, getCall(name).invalidates ?? [], options)
}

export function hasTag([name]: QueryKey, tags: readonly CacheTag[]): boolean {
  return isCallName(name) && tags.some((tag) => getCall(name).tags?.includes(tag))
}

const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(CALLS, name)
