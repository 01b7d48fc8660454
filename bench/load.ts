import autocannon, { type Request } from 'autocannon'
import type { LoadJob, LoadResult } from './support/messages.ts'

// Runs in a separate process, so that sending requests shares no event loop with the benchmark or the product.

async function run({ url, connections, seconds, requests, spread, rate }: LoadJob): Promise<LoadResult> {
  let next = 0
  const getShare = (connectionIndex: number): Request[] => {
    const toStart = (index: number) => Math.floor((index * requests.length) / connections)
    const share = requests.slice(toStart(connectionIndex), toStart(connectionIndex + 1))
    return share.length > 0 ? share : requests
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    ...(rate !== undefined && { overallRate: rate }),
    ...(spread && { setupClient: (client) => client.setRequests(getShare(next++)) }),
  })
  return {
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
