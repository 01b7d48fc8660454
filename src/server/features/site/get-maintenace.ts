import type { Handler } from '#server/pipeline/handler.ts'

export const getMaintenace: Handler<'getMaintenace'> = async ({ siteIsRunning }) => ({
  msg: [{ status: await siteIsRunning() }],
})
