import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { courseDetails } from './learning/course-details.ts'
import { course, lesson } from './courses.ts'
import { id, instant } from './fields.ts'
import { review } from './reviews.ts'
import { section } from './learning/sections.ts'

const publicCourse = z.omit(course, { progress: true, enrolled: true })

export const getPublicCourse = defineEndpoint({
  summary: 'Returns a public course as anybody may see it: curriculum, newest reviews and related courses.',
  input: z.object({ course_id: id }),
  output: z.object({
    course: publicCourse,
    details: courseDetails,
    /** Courses to finish first. */
    requires: z.array(z.object({ course_id: z.int(), title: z.string(), blocking: z.boolean() })),
    sections: z.array(section),
    /** In seconds, of the lessons whose duration is known; 0 when none is. */
    duration: z.number(),
    /** When the course was last saved. */
    updated_date: instant,
    materials: z.array(
      z.pick(lesson, {
        ...{ material_id: true, title: true, subtitle: true, duration: true, preview: true },
        ...{ kind: true, section_id: true },
      }),
    ),
    reviews: z.array(review),
    /** Of the same category or with the same tags. */
    related: z.array(publicCourse),
  }),
})
export type PublicCourse = z.infer<typeof publicCourse>
export type PublicCoursePage = z.infer<typeof getPublicCourse.output>
