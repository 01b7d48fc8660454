import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { course, lesson } from './courses.ts'
import { id, instant } from './fields.ts'
import { review } from './reviews.ts'

const publicCourse = z.omit(course, { progress: true, enrolled: true })

export const getPublicCourse = defineEndpoint({
  summary: 'Returns a public course as anybody may see it: curriculum, newest reviews and related courses.',
  input: z.object({ course_id: id }),
  output: z.object({
    course: publicCourse,
    /** In seconds, of the lessons whose duration is known; 0 when none is. */
    duration: z.number(),
    /** When the course or its newest lesson was added. */
    updated_date: instant,
    materials: z.array(
      z.pick(lesson, { material_id: true, title: true, subtitle: true, duration: true, preview: true }),
    ),
    reviews: z.array(review),
    /** Of the same category or with the same tags. */
    related: z.array(publicCourse),
  }),
})
export type PublicCourse = z.infer<typeof publicCourse>
export type PublicCoursePage = z.infer<typeof getPublicCourse.output>
