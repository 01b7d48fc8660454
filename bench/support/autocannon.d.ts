// autocannon ships no types; these cover what the benchmark uses.
declare module 'autocannon' {
  export interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Client {
    setRequests(requests: Request[]): void
    /** Milliseconds. */
    on(event: 'response', listener: (status: number, bytes: number, responseTime: number) => void): void
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Requests a second over all connections. */
    overallRate?: number
    requests: Request[]
    setupClient?: (client: Client) => void
  }
  export interface Result {
    /** Seconds. */
    duration: number
    requests: { total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  const autocannon: (options: Options) => Promise<Result>
  // oxlint-disable-next-line import/no-default-export -- autocannon has one
  export default autocannon
}
