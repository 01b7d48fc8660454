import * as z from 'zod/mini'
import { ANALYTICS_RANGES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id } from '#contract/schemas/fields.ts'

const days = z.literal(ANALYTICS_RANGES, { error: 'A range must be 7, 30, 90 or 365 days' })

export const revenueDay = z.object({
  /** `YYYY-MM-DD`, UTC. */
  day: z.string(),
  /** Paid that day. */
  revenue: z.number(),
  refunds: z.number(),
  orders: z.int(),
})
export type RevenueDay = z.infer<typeof revenueDay>

export const getAnalystic = defineEndpoint({
  summary: 'Returns totals and the server’s uptime. Counted at most once a second.',
  input: z.object({}),
  output: z.object({
    users: z.int(),
    /** With a session that has not ended. */
    active_users: z.int(),
    inactive_users: z.int(),
    courses: z.int(),
    reviews: z.int(),
    blogs: z.int(),
    /** Up time in whole seconds. */
    time: z.int(),
  }),
})
export type AnalyticsCounts = z.infer<typeof getAnalystic.output>

export const dayCounts = z.object({
  /** `YYYY-MM-DD`, UTC. */
  day: z.string(),
  signups: z.int(),
  enrollments: z.int(),
  completions: z.int(),
})
export type DayCounts = z.infer<typeof dayCounts>

export const getAnalysticByDay = defineEndpoint({
  summary: 'Returns sign-ups, enrollments and completed courses for each of the last days, today last.',
  input: z.object({ days }),
  output: z.array(dayCounts),
})

export const topCourse = z.object({
  course_id: z.int(),
  title: z.string(),
  enrolled: z.int(),
  completed: z.int(),
  /** Mean of its reviews, 0 without any. */
  stars: z.number(),
})
export type TopCourse = z.infer<typeof topCourse>

export const getTopCourses = defineEndpoint({
  summary: 'Returns the ten courses with the most enrollments in the last days.',
  input: z.object({ days }),
  output: z.array(topCourse),
})

export const getCourseFunnel = defineEndpoint({
  summary: 'Returns how many students of a course started, reached half and completed it.',
  input: z.object({ course_id: id }),
  output: z.object({
    course_id: z.int(),
    title: z.string(),
    lessons: z.int(),
    enrolled: z.int(),
    /** At least one lesson completed. */
    started: z.int(),
    /** At least half of the lessons. */
    half: z.int(),
    completed: z.int(),
  }),
})
export type CourseFunnel = z.infer<typeof getCourseFunnel.output>

export const getRevenue = defineEndpoint({
  summary:
    'Returns what was paid, and refunded or charged back, on each of the last days, today last, and the courses that earned most.',
  input: z.object({ days }),
  output: z.object({
    currency: z.string(),
    days: z.array(revenueDay),
    courses: z.array(z.object({ course_id: z.int(), title: z.string(), orders: z.int(), revenue: z.number() })),
  }),
})
export type Revenue = z.infer<typeof getRevenue.output>
