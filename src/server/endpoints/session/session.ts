import type { Handler } from '#server/handler.ts'

export const session: Handler<'session'> = async ({ user }) => ({
  msg: { loggedIn: user !== null, userData: user ? [user] : [] },
})
