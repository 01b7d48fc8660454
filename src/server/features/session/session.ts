import type { Handler } from '#server/pipeline/handler.ts'

export const session: Handler<'session'> = async ({ user, viewsAsStudent, needsSecondFactor, needsEmailProof }) => ({
  msg: {
    loggedIn: user !== null,
    userData: user ? [user] : [],
    ...(viewsAsStudent && { viewsAsStudent }),
    ...(needsSecondFactor && { needsSecondFactor }),
    ...(needsEmailProof && { needsEmailProof }),
  },
})
