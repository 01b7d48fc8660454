import * as z from 'zod/mini'
import { course, lesson } from './courses.ts'
import { VISIBILITY_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, page, search } from './fields.ts'

export const adminCourse = z.extend(course, {
  /** False for a draft. */
  public: z.boolean(),
  /** How many are enrolled. */
  students: z.int(),
})
export type AdminCourse = z.infer<typeof adminCourse>

export const getCoursesAdmin = defineEndpoint({
  summary: 'All courses by page, drafts too, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(VISIBILITY_FILTERS, { error: 'No such choice' }), ''),
  }),
  output: z.array(adminCourse),
  nextPage: z.nullable(z.int()),
})

export const getCourseForm = defineEndpoint({
  summary: 'A course as its form has it: all lessons with their addresses, and the version to save against.',
  input: z.object({ course_id: id }),
  output: z.object({
    course: adminCourse,
    materials: z.array(z.omit(lesson, { isCompleted: true, position: true })),
    version: z.int(),
  }),
})
export type CourseForm = z.infer<typeof getCourseForm.output>

export const duplicateCourse = defineEndpoint({
  summary: 'Makes a draft with the same fields, picture and lessons, called “Copy of …”.',
  input: z.object({ course_id: id }),
  output: z.object({ id: z.int(), msg: z.string() }),
})

export const deleteCourse = defineEndpoint({
  summary: 'Deletes a course with its lessons, enrollments, reviews and files.',
  input: z.object({ course_id: id }),
  output: z.string(),
})
