import type { Handler } from '#server/pipeline/handler.ts'

export const logout: Handler<'logout'> = async ({ session }) => {
  await session.end()
  return { msg: 'You are logged out' }
}
