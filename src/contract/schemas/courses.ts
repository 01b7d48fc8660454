import * as z from 'zod/mini'
import { COURSE_FILTERS, MY_COURSE_FILTERS } from '#contract/course-filters.ts'
import { COMPLETION_RULES, ENTITLEMENT_SOURCES, LESSON_KINDS, LESSON_ORDERS, LOCK_REASONS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { courseDetails } from './learning/course-details.ts'
import { id, instant, ignoredFields, page, search } from './fields.ts'
import { section } from './learning/sections.ts'

export const course = z.object({
  course_id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Dollars, at most two decimals. */
  price: z.number(),
  /** In percent, 0 to 100. */
  discount: z.number(),
  category: z.string(),
  image_url: z.string(),
  /** Comma-separated. */
  tabs: z.string(),
  /** Number of lessons. */
  lessons: z.int(),
  /** Mean of its reviews to one decimal, 0 without any. */
  stars: z.number(),
  /** Number of reviews. */
  reviews: z.int(),
  created_date: instant,
  /** The caller's, in whole percent; 100 only when every lesson is completed. */
  progress: z.int(),
  enrolled: z.boolean(),
})
export type Course = z.infer<typeof course>

export const courseTitle = z.object({ course_id: z.int(), title: z.string() })

export const lesson = z.object({
  material_id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  /** Empty when the caller may not watch it. */
  url: z.string(),
  created_date: instant,
  isCompleted: z.boolean(),
  /** In seconds, where known. */
  duration: z.nullable(z.number()),
  /** Can be watched without enrollment. */
  preview: z.boolean(),
  /** The URL of a WebVTT file; empty when there is none or `url` is empty. */
  captions: z.string(),
  /** Where the student last stopped, in seconds. */
  position: z.number(),
  /** Null outside the sections. */
  section_id: z.nullable(z.int()),
  kind: z.enum(LESSON_KINDS),
  /** The name of a file lesson's file, for its download. */
  file_name: z.string(),
  /** What completes it; `manual` also when a quiz is passed or work accepted already, and only the tick is missing. */
  completion: z.enum(COMPLETION_RULES),
  /** How much of a video must be watched, in percent; null with another rule. */
  watch_percent: z.nullable(z.int()),
  /** How much of it the server has recorded as watched, in whole percent. */
  watched_percent: z.int(),
  /** True when the caller may not open it. Then `url` and `captions` are empty. */
  locked: z.boolean(),
  locked_reason: z.nullable(z.enum(LOCK_REASONS)),
  /** When a lesson that is locked as `opens_later` opens; null without access. */
  opens_date: z.nullable(instant),
  /** Added after the student finished the course. */
  is_new: z.boolean(),
})
export type Lesson = z.infer<typeof lesson>

export const getCourses = defineEndpoint({
  summary:
    'Lists courses, newest first; with `page: null` the id and title of every course, by title, 100,000 at most.',
  input: z.object({
    page: z.nullable(page),
    search_text: search,
    select_data: z._default(z.enum(COURSE_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  // First, and strict so that it takes no courses: to try a full list as courses takes seconds.
  output: z.union([z.array(z.strictObject(courseTitle.shape)), z.array(course)]),
  nextPage: z.nullable(z.int()),
})

export const getEnrolledCourses = defineEndpoint({
  summary: 'Lists your courses, newest enrollment first, and how many there are.',
  input: z.object({
    page,
    student_id: z.optional(id),
    search_text: search,
    select_data: z._default(z.enum(MY_COURSE_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.tuple([z.array(course), z.tuple([z.object({ 'COUNT(*)': z.int() })])]),
  nextPage: z.nullable(z.int()),
})

export const getLastLesson = defineEndpoint({
  summary: 'Returns where you can go on learning: the unfinished course you were in last, or an empty list.',
  input: z.object({}),
  output: z.array(
    z.object({
      course_id: z.int(),
      title: z.string(),
      /** Null when the last lesson is completed, or none was begun. */
      material_id: z.nullable(z.int()),
      progress: z.int(),
    }),
  ),
})

export const getCourseData = defineEndpoint({
  summary: 'Returns a course with all its lessons in order, and those the student has completed.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    ...ignoredFields('email', 'first_name', 'image_url', 'role'),
  }),
  output: z.object({
    msg: z.object({
      course: z.extend(course, {
        /** Why the caller may watch it; null when they may not. */
        entitlement: z.nullable(z.enum(ENTITLEMENT_SOURCES)),
        details: courseDetails,
        /** In seconds, of the lessons whose duration is known. */
        duration: z.number(),
        updated_date: instant,
        lesson_order: z.enum(LESSON_ORDERS),
        /** Courses to finish first. */
        requires: z.array(
          z.object({
            course_id: z.int(),
            title: z.string(),
            /** False for advice. */
            blocking: z.boolean(),
            /** Finished, or waived by an admin. */
            done: z.boolean(),
          }),
        ),
        /** When the student finished; null before. */
        finished_date: z.nullable(instant),
        /** True when every lesson is completed and only `finishCourse` is missing, such as after an open lesson was removed. */
        can_finish: z.boolean(),
        /** The student's valid certificate. */
        certificate_id: z.nullable(z.string()),
      }),
      sections: z.array(section),
      materials: z.array(lesson),
      completed: z.array(lesson),
    }),
    enrolled: z.boolean(),
  }),
})

export const enrollCourse = defineEndpoint({
  summary: 'Enrolls the student. A second call changes nothing.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    ...ignoredFields('course_title', 'first_name', 'email'),
  }),
  output: z.string(),
})

export const completeCourse = defineEndpoint({
  summary: 'Marks a lesson as completed or not completed.',
  input: z.object({
    /** The lesson's material_id. */
    id,
    course_id: id,
    /** The new state. */
    value: z.boolean({ error: 'The new state must be true or false' }),
    user_id: z.optional(id),
    ...ignoredFields('lessons', 'email', 'first_name', 'title'),
  }),
  output: z.object({ progress: z.int() }),
})

const seconds = z.number({ error: 'Watched ranges are pairs of seconds' }).check(z.minimum(0), z.maximum(360_000))

const POSITION_ERROR = { error: 'A position must be a number of seconds, at most 100 hours' }

export const saveLessonPosition = defineEndpoint({
  summary:
    'Stores how far into a lesson the student is, so that any device resumes there, and what was played since the last call.',
  input: z.object({
    /** The lesson's material_id. */
    id,
    /** In seconds. */
    position: z.number(POSITION_ERROR).check(z.minimum(0, POSITION_ERROR), z.maximum(360_000, POSITION_ERROR)),
    /** The ranges played since the last call, in seconds. The server believes no more than the time since allows. */
    watched: z.optional(
      z
        .array(z.tuple([seconds, seconds]), { error: 'Watched ranges are pairs of seconds' })
        .check(z.maxLength(50, { error: 'At most 50 ranges' })),
    ),
  }),
  /** With `watched`: how much of the lesson is recorded, and whether that completed it. A sentence without. */
  output: z.union([z.string(), z.object({ watched_percent: z.int(), isCompleted: z.boolean(), progress: z.int() })]),
})

export const reportLessonProblem = defineEndpoint({
  summary: 'Reports that a lesson you may watch does not play. Admins see it in the list of courses.',
  input: z.object({ material_id: id }),
  output: z.string(),
})
