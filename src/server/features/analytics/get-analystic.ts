import { readUptime } from '#server/platform/uptime.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getAnalystic: Handler<'getAnalystic'> = async ({ analytics }) => ({
  msg: { ...(await analytics.counts.get()), time: readUptime() },
})
