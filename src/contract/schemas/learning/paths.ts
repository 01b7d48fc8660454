import * as z from 'zod/mini'
import { COURSE_LEVELS, VISIBILITY_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { course } from '#contract/schemas/courses.ts'
import { hasOnlyStorableCharacters, id, page, search, singleLineText, version } from '#contract/schemas/fields.ts'

export const path = z.object({
  path_id: z.int(),
  title: z.string(),
  /** Who one is at its end, in one sentence. */
  goal: z.string(),
  description: z.string(),
  image_url: z.string(),
  level: z.enum(['', ...COURSE_LEVELS]),
  /** Whether a course opens only when the one before is finished. */
  ordered: z.boolean(),
  /** For all of its courses together; null when they are bought one by one. */
  price: z.nullable(z.number()),
  /** What its courses cost one by one. */
  courses_price: z.number(),
  /** Number of courses that are public. */
  courses: z.int(),
  /** In seconds, where known. */
  duration: z.number(),
})
export type Path = z.infer<typeof path>

export const getPaths = defineEndpoint({
  summary: 'Lists the public learning paths.',
  input: z.object({ page, search_text: search }),
  output: z.array(path),
  nextPage: z.nullable(z.int()),
})

export const getPathData = defineEndpoint({
  summary: 'Returns a path with its courses in order, and your progress across them.',
  input: z.object({ path_id: id }),
  output: z.object({
    path,
    courses: z.array(
      z.extend(course, {
        duration: z.number(),
        /** True when it opens only after another course of the path. */
        locked: z.boolean(),
        /** Title of the course that must be finished first; null unless locked. */
        opens_after: z.nullable(z.string()),
        finished: z.boolean(),
      }),
    ),
    /** In whole percent over all lessons; 100 when the path is finished, and at most 99 before. */
    progress: z.int(),
    /** False for a draft, which only admins and the students who have joined see, and nobody can buy. */
    public: z.boolean(),
    joined: z.boolean(),
    /** True when every course is finished and only `joinPath` is missing, such as after an open course left the path. */
    can_finish: z.boolean(),
    certificate_id: z.nullable(z.string()),
  }),
})
export type PathPage = z.infer<typeof getPathData.output>

export const findPath = defineEndpoint({
  summary: 'Proposes the path that fits a goal and a level, with a plan by week; an empty list when there is none.',
  input: z.object({
    goal: search,
    level: z._default(z.enum(['', ...COURSE_LEVELS], { error: 'Unknown level' }), ''),
    hours_per_week: z
      .int({ error: 'Hours must be a whole number' })
      .check(
        z.minimum(1, { error: 'Hours must be from 1 to 60' }),
        z.maximum(60, { error: 'Hours must be from 1 to 60' }),
      ),
  }),
  output: z.array(
    z.object({
      path,
      weeks: z.array(
        z.object({
          week: z.int(),
          courses: z.array(z.object({ course_id: z.int(), title: z.string(), minutes: z.int() })),
        }),
      ),
    }),
  ),
})

export const joinPath = defineEndpoint({
  summary: 'Starts a path, or leaves it with `value: false`. Courses and progress are kept.',
  input: z.object({ path_id: id, value: z._default(z.boolean(), true) }),
  output: z.string(),
})

export const adminPath = z.extend(path, { public: z.boolean(), students: z.int() })
export type AdminPath = z.infer<typeof adminPath>

export const getPathsAdmin = defineEndpoint({
  summary: 'Lists all paths, drafts included, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(VISIBILITY_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.array(adminPath),
  nextPage: z.nullable(z.int()),
})

export const getPathForm = defineEndpoint({
  summary: 'Returns a path for its form, and the version to save against.',
  input: z.object({ path_id: id }),
  output: z.object({
    path: adminPath,
    courses: z.array(z.object({ course_id: z.int(), title: z.string(), public: z.boolean() })),
    version: z.int(),
  }),
})
export type PathForm = z.infer<typeof getPathForm.output>

const pathFormFields = {
  title: singleLineText('Title', { max: LIMITS.title }),
  goal: singleLineText('Goal', { max: LIMITS.subtitle }),
  description: z._default(
    z
      .string({ error: 'Description must be text' })
      .check(
        z.normalize('NFC'),
        z.trim(),
        z.maxLength(LIMITS.description),
        z.refine(hasOnlyStorableCharacters, { error: 'Description contains characters that aren’t allowed' }),
      ),
    '',
  ),
  level: z._default(z.enum(['', ...COURSE_LEVELS], { error: 'Unknown level' }), ''),
  ordered: z._default(z.boolean(), false),
  price: z._default(
    z.nullable(
      z.number({ error: 'Price is a number' }).check(
        z.minimum(0, { error: 'Price is a number from 0 to 100,000' }),
        z.maximum(LIMITS.price, { error: 'Price is a number from 0 to 100,000' }),
        z.refine((value) => Number(value.toFixed(2)) === value, { error: 'Price can have at most 2 decimals' }),
      ),
    ),
    null,
  ),
  /** In order. */
  course_ids: z.array(id).check(
    z.maxLength(LIMITS.pathCourses, { error: `A path can have at most ${LIMITS.pathCourses} courses` }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'A path has each course once' }),
  ),
  /** True needs a public course. */
  public: z._default(z.boolean(), false),
}
const saveResult = z.object({ id: z.int(), msg: z.string(), version: z.int() })

export const addPath = defineEndpoint({
  summary: 'Adds a learning path.',
  input: z.object(pathFormFields),
  output: saveResult,
})

export const updatePath = defineEndpoint({
  summary: 'Updates a path. Answers 409 and writes nothing when `version` is not the latest.',
  input: z.object({ path_id: id, version: z.optional(version), ...pathFormFields }),
  output: saveResult,
})

export const deletePath = defineEndpoint({
  summary: 'Deletes a path. Its courses, and the certificates that were issued, stay.',
  input: z.object({ path_id: id }),
  output: z.string(),
})
