import type { Handler } from '#server/handler.ts'

export const getMaintenace: Handler<'getMaintenace'> = async ({ siteIsRunning }) => ({
  msg: [{ status: await siteIsRunning() }],
})
