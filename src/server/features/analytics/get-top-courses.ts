import type { Handler } from '#server/pipeline/handler.ts'

export const getTopCourses: Handler<'getTopCourses'> = async ({ analytics }, { days }) => ({
  msg: await analytics.topCourses[days].get(),
})
