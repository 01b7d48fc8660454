import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { User } from '#contract/schemas/accounts/users.ts'
import { LiveConnection, type LiveState } from './live-connection.ts'

const connections = new WeakMap<QueryClient, LiveConnection>()

function getLiveConnection(client: QueryClient): LiveConnection {
  const live = connections.get(client) ?? new LiveConnection(client)
  connections.set(client, live)
  return live
}

/** Keeps the tab's connection open while the component is mounted. All components share one. */
export function useLiveConnection({ student_id, role }: Pick<User, 'student_id' | 'role'>): LiveConnection {
  const live = getLiveConnection(useQueryClient())
  useEffect(() => live.acquire({ student_id, role }), [live, student_id, role])
  return live
}

/** Keeps a connection that another component has opened, until this one is unmounted, too. */
export function useKeepLiveConnection({ student_id, role }: Pick<User, 'student_id' | 'role'>): void {
  const live = getLiveConnection(useQueryClient())
  const isOpen = useLiveState(({ connection }) => connection !== 'idle')
  useEffect(() => (isOpen ? live.acquire({ student_id, role }) : undefined), [live, isOpen, student_id, role])
}

/** @param select returns the same reference while nothing has changed */
export function useLiveState<Part>(select: (state: LiveState) => Part): Part {
  const live = getLiveConnection(useQueryClient())
  const read = () => select(live.getState())
  return useSyncExternalStore(live.subscribe, read, read)
}
