import * as z from 'zod/mini'
import { ANALYTICS_RANGES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id } from './fields.ts'

const days = z.literal(ANALYTICS_RANGES, { error: 'A range is 7, 30, 90 or 365 days' })

export const getAnalystic = defineEndpoint({
  summary: 'Counts of what there is, and the server’s up time. Made at most once a second, however many ask.',
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
  summary: 'Sign-ups, enrollments and completed courses of each of the last days, oldest first, today last.',
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
  summary: 'The ten courses with the most enrollments of the last days, best first.',
  input: z.object({ days }),
  output: z.array(topCourse),
})

export const getCourseFunnel = defineEndpoint({
  summary: 'How far a course’s students come.',
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
