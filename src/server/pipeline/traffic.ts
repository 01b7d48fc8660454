import { availableParallelism } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/platform/throttle/network.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { Caller } from './caller.ts'
import { FairQueue } from './fair-queue.ts'

/** A visitor's network, or a user: a whole school may share a network. */
export type TrafficKey = string

export const toTrafficKey = ({ user, ip }: Pick<Caller, 'user' | 'ip'>): TrafficKey =>
  user ? `user ${user.student_id}` : toNetwork(ip)

/** One network's share of the database's only connection, and of the processor. */
const CALLS_PER_KEY = 4
/** More than a browser sends, and within the limits on reads: a flood delays only its own network. */
const MAX_WAITING_CALLS = 1_000
/** A render takes some milliseconds, so that the last one waits for less than a second. */
const MAX_WAITING_RENDERS = 50
/** About five seconds of the thread's work. */
const MAX_WAITING_PDFS = 50

export interface TrafficQueues {
  /** Calls and session look-ups that are not answered from the cache. */
  calls: FairQueue
  /** Pages and feeds that are not answered from the cache. */
  renders: FairQueue
  /** Files that the one thread for them draws. Apart, so that they hold no page up. */
  pdfs: FairQueue
}

/** @param isLimited false for load tests (`THROTTLE=off`) */
export function createTrafficQueues(isLimited: boolean): TrafficQueues {
  if (!isLimited) {
    const unlimited = new FairQueue({ slots: Infinity, slotsPerKey: Infinity, maxWaitingPerKey: Infinity })
    return { calls: unlimited, renders: unlimited, pdfs: unlimited }
  }
  const cores = availableParallelism()
  return {
    calls: new FairQueue({ slots: Infinity, slotsPerKey: CALLS_PER_KEY, maxWaitingPerKey: MAX_WAITING_CALLS }),
    renders: new FairQueue({ slots: cores, slotsPerKey: cores, maxWaitingPerKey: MAX_WAITING_RENDERS }),
    pdfs: new FairQueue({ slots: 1, slotsPerKey: 1, maxWaitingPerKey: MAX_WAITING_PDFS }),
  }
}

/** A hook that counts requests that are the same for everyone. */
export const countVisitorRead =
  (throttles: Throttles) =>
  ({ ip }: FastifyRequest): Promise<void> =>
    throttles.read({ userId: null, ip })
