import * as z from 'zod/mini'
import { SUBMISSION_FORMS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { lesson } from '#contract/schemas/courses.ts'
import { id } from '#contract/schemas/fields.ts'
import { submission } from './submissions.ts'

export const getLesson = defineEndpoint({
  summary: 'Returns what a lesson contains beyond the list of lessons: an article’s or an assignment’s text.',
  input: z.object({ material_id: id }),
  output: z.object({
    ...z.pick(lesson, {
      ...{ material_id: true, title: true, subtitle: true, kind: true },
      ...{ url: true, captions: true, file_name: true },
    }).shape,
    /** HTML of an article or an assignment; empty for other kinds. */
    content: z.string(),
    /** What an assignment takes, and what the student has handed in, newest first; null for other kinds. */
    assignment: z.nullable(z.object({ form: z.enum(SUBMISSION_FORMS), submissions: z.array(submission) })),
  }),
})
export type LessonContent = z.infer<typeof getLesson.output>

export const finishCourse = defineEndpoint({
  summary: 'Finishes a course of which every lesson is completed. A second call changes nothing.',
  input: z.object({ course_id: id }),
  output: z.object({ certificate_id: z.nullable(z.string()) }),
})
