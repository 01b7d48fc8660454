import { readUptime } from '#server/platform/uptime.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getAnalystic: Handler<'getAnalystic'> = async ({ analytics }) => {
  const { startedAtMs, ...counts } = await analytics.counts.get()
  return { msg: { ...counts, time: readUptime(startedAtMs) } }
}
