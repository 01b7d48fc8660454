import * as z from 'zod/mini'
import { courseDetails } from './learning/course-details.ts'
import { course, lesson } from './courses.ts'
import { LESSON_ORDERS, LESSON_PROBLEMS, SUBMISSION_FORMS, VISIBILITY_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page, search } from './fields.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import { quizInput } from './learning/quiz-input.ts'
import { section } from './learning/sections.ts'

export const brokenLesson = z.object({
  ...z.pick(lesson, { material_id: true, title: true }).shape,
  /** Its URL is not https or names no video, or a student's player failed to play it. */
  problem: z.enum(LESSON_PROBLEMS),
})
export type BrokenLesson = z.infer<typeof brokenLesson>

export const adminCourse = z.extend(course, {
  /** False for a draft. */
  public: z.boolean(),
  /** Enrolled students. */
  students: z.int(),
  /** Deleting it archives it. */
  has_orders: z.boolean(),
  /** In the order of the lessons. */
  broken_lessons: z.array(brokenLesson),
})
export type AdminCourse = z.infer<typeof adminCourse>

export const getCoursesAdmin = defineEndpoint({
  summary: 'Lists all courses, drafts included, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(VISIBILITY_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.array(adminCourse),
  nextPage: z.nullable(z.int()),
})

export const getCourseForm = defineEndpoint({
  summary: 'Returns a course for its form: all lessons with their URLs, and the version to save against.',
  input: z.object({ course_id: id }),
  output: z.object({
    course: adminCourse,
    details: courseDetails,
    lesson_order: z.enum(LESSON_ORDERS),
    prerequisites: z.array(z.object({ course_id: z.int(), title: z.string(), blocking: z.boolean() })),
    sections: z.array(section),
    materials: z.array(
      z.extend(
        z.omit(lesson, {
          ...{ isCompleted: true, position: true, watched_percent: true },
          ...{ locked: true, locked_reason: true, opens_date: true, is_new: true },
        }),
        {
          content: z.string(),
          /** With its answers; null for other kinds. */
          quiz: z.nullable(quizInput),
          submission_form: z.enum(SUBMISSION_FORMS),
        },
      ),
    ),
    version: z.int(),
  }),
})
export type CourseForm = z.infer<typeof getCourseForm.output>

export const clearLessonProblem = defineEndpoint({
  summary: 'Clears the report of a lesson that does play.',
  input: z.object({ material_id: id }),
  output: z.string(),
})

export const duplicateCourse = defineEndpoint({
  summary: 'Creates a draft “Copy of …” with the same fields, picture and lessons.',
  input: z.object({ course_id: id }),
  output: z.object({ id: z.int(), msg: z.string() }),
})

export const deleteCourse = defineEndpoint({
  summary: `Moves a course to the trash. After ${TRASH_DAYS} days it is removed with its lessons, enrollments, reviews and files. A course with orders is archived instead.`,
  input: z.object({ course_id: id }),
  output: z.string(),
})

export const deletedCourse = z.object({
  ...z.pick(course, { course_id: true, title: true, lessons: true }).shape,
  /** True for a course with orders: its students keep it, and it is never removed. */
  archived: z.boolean(),
  /** Or archived. */
  deleted_date: instant,
  /** When it is removed for good; null for an archived course. */
  purged_date: z.nullable(instant),
  /** Enrolled students, who get it back or have kept it. */
  students: z.int(),
})
export type DeletedCourse = z.infer<typeof deletedCourse>

export const getDeletedCourses = defineEndpoint({
  summary: 'Lists the courses in the trash and the archived ones, last deleted first.',
  input: z.object({ page }),
  output: z.array(deletedCourse),
  nextPage: z.nullable(z.int()),
})

export const restoreCourse = defineEndpoint({
  summary: 'Restores a course from the trash or the archive with its enrollments, progress and reviews.',
  input: z.object({ course_id: id }),
  output: z.string(),
})
