import type { Handler } from '#server/pipeline/handler.ts'

export const getSignInMethods: Handler<'getSignInMethods'> = async ({ settings }) => ({
  msg: { google: settings.google !== undefined },
})
