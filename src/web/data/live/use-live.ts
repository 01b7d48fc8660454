import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { User } from '#contract/schemas/users.ts'
import { Live, type LiveState } from './live-connection.ts'

const lives = new WeakMap<QueryClient, Live>()

function liveOf(client: QueryClient): Live {
  const live = lives.get(client) ?? new Live(client)
  lives.set(client, live)
  return live
}

/** Keeps this tab's live connection open while the component shows. One connection serves all who hold it. */
export function useLive({ student_id, role }: Pick<User, 'student_id' | 'role'>): Live {
  const live = liveOf(useQueryClient())
  useEffect(() => live.hold({ student_id, role }), [live, student_id, role])
  return live
}

/** @param select gives something that is the same while nothing has changed */
export function useLiveState<Part>(select: (state: LiveState) => Part): Part {
  const live = liveOf(useQueryClient())
  const read = () => select(live.getState())
  return useSyncExternalStore(live.subscribe, read, read)
}
