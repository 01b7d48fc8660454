import type { Request } from 'autocannon'

// The messages between the benchmark and its child processes.

export interface LoadJob {
  url: string
  connections: number
  seconds: number
  /** On the same connections, before the seconds that count. */
  leadSeconds?: number
  requests: Request[]
  /** Each connection sends its own part of the list, in its order, so no request is sent twice before its part ends. */
  spread?: boolean
  /** Requests a second over all connections; without it, as many as are answered. */
  rate?: number
}

export interface LoadResult {
  perSecond: number
  total: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers other than 2xx, and connections that failed. */
  failed: number
}

/** Sets the floor's answer. */
export interface FloorJob {
  type: string
  body: string
}
