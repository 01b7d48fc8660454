import autocannon, { type Request } from 'autocannon'
import type { LoadJob, LoadResult } from './support/messages.ts'

// Runs in a separate process, so that sending requests shares no event loop with the benchmark or the product.

async function run({
  url,
  connections,
  seconds,
  leadSeconds = 0,
  requests,
  spread,
  rate,
}: LoadJob): Promise<LoadResult> {
  let next = 0
  const getShare = (connectionIndex: number): Request[] => {
    const toStart = (index: number) => Math.floor((index * requests.length) / connections)
    const share = requests.slice(toStart(connectionIndex), toStart(connectionIndex + 1))
    return share.length > 0 ? share : requests
  }
  const leadEnd = performance.now() + leadSeconds * 1_000
  const latencies: number[] = []
  const result = await autocannon({
    url,
    connections,
    duration: leadSeconds + seconds,
    // Its parts are set below. Each connection would prepare the whole list first, and answers would wait until all have.
    requests: spread ? requests.slice(0, 1) : requests,
    ...(rate !== undefined && { overallRate: rate }),
    setupClient(client) {
      if (spread) client.setRequests(getShare(next++))
      if (leadSeconds === 0) return
      client.on('response', (_status, _bytes, responseTime) => {
        const now = performance.now()
        if (now >= leadEnd && now < leadEnd + seconds * 1_000) latencies.push(responseTime)
      })
    },
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (leadSeconds > 0) {
    const sorted = latencies.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN
    return { perSecond: sorted.length / seconds, total: sorted.length, p50: at(0.5), p99: at(0.99), failed }
  }
  return {
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed,
  }
}

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
