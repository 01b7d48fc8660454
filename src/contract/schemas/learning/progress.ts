import * as z from 'zod/mini'
import { LEARNING_EVENT_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { lesson } from '#contract/schemas/courses.ts'
import { id, instant, page, search, singleLineText } from '#contract/schemas/fields.ts'

const reason = singleLineText('A reason', { max: LIMITS.reason })

export const getCourseStudents = defineEndpoint({
  summary: 'Lists the students of a course with their progress, the latest active first.',
  input: z.object({ course_id: id, page, search_text: search }),
  output: z.array(
    z.object({
      student_id: z.int(),
      name: z.string(),
      email: z.string(),
      image_url: z.string(),
      /** In whole percent. */
      progress: z.int(),
      enrolled_date: instant,
      /** Null before the student began. */
      last_active_date: z.nullable(instant),
      finished_date: z.nullable(instant),
      /** False after a refund, or when the access ended. */
      has_access: z.boolean(),
    }),
  ),
  nextPage: z.nullable(z.int()),
})

export const getStudentProgress = defineEndpoint({
  summary: 'Returns one student’s progress in one course: each lesson, and the timeline, newest first.',
  input: z.object({ student_id: id, course_id: id }),
  output: z.object({
    student: z.object({ student_id: z.int(), name: z.string(), email: z.string() }),
    course: z.object({ course_id: z.int(), title: z.string() }),
    progress: z.int(),
    finished_date: z.nullable(instant),
    prerequisites_waived: z.boolean(),
    materials: z.array(
      z.pick(lesson, { material_id: true, title: true, kind: true, isCompleted: true, watched_percent: true }),
    ),
    events: z.array(
      z.object({
        event_id: z.int(),
        kind: z.enum(LEARNING_EVENT_KINDS),
        /** Null for the whole course. */
        material_id: z.nullable(z.int()),
        /** Null when the lesson was removed. */
        material_title: z.nullable(z.string()),
        /** What happened, as a sentence. */
        text: z.string(),
        /** The admin who did it; null for the student’s own. */
        actor_name: z.nullable(z.string()),
        reason: z.string(),
        created_date: instant,
      }),
    ),
  }),
})

export const setLessonProgress = defineEndpoint({
  summary:
    'Completes or reopens a lesson for a student. After reopening, attempts at its quiz no longer count, and accepted work can be handed in again.',
  input: z.object({ student_id: id, course_id: id, material_id: id, value: z.boolean(), reason }),
  output: z.object({ progress: z.int() }),
})

export const resetProgress = defineEndpoint({
  summary:
    'Resets a student’s progress in a course: ticks, watched parts, attempts and submissions. A certificate stays.',
  input: z.object({ student_id: id, course_id: id, reason }),
  output: z.string(),
})

export const waivePrerequisites = defineEndpoint({
  summary: 'Opens a course to a student who has not finished its prerequisites.',
  input: z.object({ student_id: id, course_id: id, reason }),
  output: z.string(),
})
