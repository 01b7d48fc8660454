import * as z from 'zod/mini'
import { COURSE_FILTERS, MY_COURSE_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, ignoredFields, page, search } from './fields.ts'

export const course = z.object({
  course_id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Dollars, at most two decimals. */
  price: z.number(),
  /** Per cent taken off the price, 0 to 100. */
  discount: z.number(),
  category: z.string(),
  image_url: z.string(),
  /** Comma-separated. */
  tabs: z.string(),
  /** How many lessons it has. */
  lessons: z.int(),
  /** Mean of its reviews to one decimal, 0 without any. */
  stars: z.number(),
  /** How many reviews that mean is made of. */
  reviews: z.int(),
  created_date: instant,
  /** The asking student's, in whole per cent; 100 only when every lesson is done. */
  progress: z.int(),
  enrolled: z.boolean(),
})
export type Course = z.infer<typeof course>

export const courseTitle = z.object({ course_id: z.int(), title: z.string() })

export const lesson = z.object({
  material_id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  /** Empty when the asking student may not watch it. */
  url: z.string(),
  created_date: instant,
  isCompleted: z.boolean(),
  /** Length in seconds, where it is known. */
  duration: z.nullable(z.number()),
  /** May be watched without enrolment. */
  preview: z.boolean(),
  /** The address of a WebVTT file, or empty. Empty, too, where the url is. */
  captions: z.string(),
  /** Seconds into the lesson at which the student last stopped. */
  position: z.number(),
})
export type Lesson = z.infer<typeof lesson>

export const getCourses = defineEndpoint({
  summary: 'The catalogue by page, newest first; with `page: null` the id and title of every course, by title.',
  input: z.object({
    page: z.nullable(page),
    search_text: search,
    select_data: z._default(z.enum(COURSE_FILTERS, { error: 'No such choice' }), ''),
  }),
  output: z.union([z.array(course), z.array(courseTitle)]),
  nextPage: z.nullable(z.int()),
})

export const getEnrolledCourses = defineEndpoint({
  summary: "The student's own courses by page, newest enrollment first, and how many there are.",
  input: z.object({
    page,
    student_id: z.optional(id),
    search_text: search,
    select_data: z._default(z.enum(MY_COURSE_FILTERS, { error: 'No such choice' }), ''),
  }),
  output: z.tuple([z.array(course), z.tuple([z.object({ 'COUNT(*)': z.int() })])]),
  nextPage: z.nullable(z.int()),
})

export const getCourseData = defineEndpoint({
  summary: 'A course with all its lessons in order, and those the student has completed.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    ...ignoredFields('email', 'first_name', 'image_url', 'role'),
  }),
  output: z.object({
    msg: z.object({ course, materials: z.array(lesson), completed: z.array(lesson) }),
    enrolled: z.boolean(),
  }),
})

export const enrollCourse = defineEndpoint({
  summary: 'Enrolls the student. Twice is once.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    ...ignoredFields('course_title', 'first_name', 'email'),
  }),
  output: z.string(),
})

export const completeCourse = defineEndpoint({
  summary: 'Ticks a lesson as completed, or takes the tick away.',
  input: z.object({
    /** The lesson's material_id. */
    id,
    course_id: id,
    /** The new state. */
    value: z.boolean({ error: 'The new state is true or false' }),
    user_id: z.optional(id),
    ...ignoredFields('lessons', 'email', 'first_name', 'title'),
  }),
  output: z.object({ progress: z.int() }),
})

export const saveLessonPosition = defineEndpoint({
  summary: 'Remembers how far into a lesson the student is, so that any device continues there.',
  input: z.object({
    /** The lesson's material_id. */
    id,
    /** Seconds from its start. */
    position: z.number({ error: 'A position is a number of seconds' }).check(z.minimum(0), z.maximum(360_000)),
  }),
  output: z.string(),
})
