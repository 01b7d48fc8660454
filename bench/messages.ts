import type { Request } from 'autocannon'

// What the benchmark and its child processes say to one another.

export interface LoadJob {
  url: string
  connections: number
  seconds: number
  requests: Request[]
  /** Each connection sends a share of its own rather than all of the list: no request is sent by two. */
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

/** What the floor answers from now on. */
export interface FloorJob {
  type: string
  body: string
}
