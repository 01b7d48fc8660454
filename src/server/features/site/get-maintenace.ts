import type { Handler } from '#server/pipeline/handler.ts'

export const getMaintenace: Handler<'getMaintenace'> = async ({ isSiteRunning }) => ({
  msg: [{ status: await isSiteRunning() }],
})
