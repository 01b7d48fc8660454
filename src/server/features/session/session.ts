import type { Handler } from '#server/pipeline/handler.ts'

export const session: Handler<'session'> = async ({ user, viewsAsStudent }) => ({
  msg: { loggedIn: user !== null, userData: user ? [user] : [], ...(viewsAsStudent && { viewsAsStudent }) },
})
