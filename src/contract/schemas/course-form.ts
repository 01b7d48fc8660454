import * as z from 'zod/mini'
import { CATEGORIES } from '#contract/categories.ts'
import { COMPLETION_RULES, LESSON_KINDS, LESSON_ORDERS, SUBMISSION_FORMS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { findLessonProblems } from '#contract/lesson-rules.ts'
import { courseDetails } from './learning/course-details.ts'
import { id, hasOnlyStorableCharacters, singleLineText, ignoredFields, version } from './fields.ts'
import { quizInput } from './learning/quiz-input.ts'
import { sectionInput } from './learning/sections.ts'

/** A number, or its digits as a form sends them. */
const decimalNumber = (label: string, { max, decimals }: { max: number; decimals: number }) =>
  z
    // Forms show the first option's message.
    .union(
      [
        z.number({ error: `${label} is a number` }),
        z.pipe(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/)), z.transform(Number)),
      ],
      {
        error: `${label} is a number`,
      },
    )
    .check(
      z.refine((value) => value >= 0 && value <= max, {
        error: `${label} is a number from 0 to ${max.toLocaleString('en-US')}`,
      }),
      z.refine((value) => Number(value.toFixed(decimals)) === value, {
        error: `${label} can have at most ${decimals} decimals`,
      }),
    )

/** Separated by spaces in the form and stored with commas. */
const tabs = z.pipe(
  z
    .string({ error: 'Tabs must be text' })
    .check(
      z.normalize('NFC'),
      z.maxLength(LIMITS.tabs * (LIMITS.tab + 1), { error: `A course can have at most ${LIMITS.tabs} tabs` }),
    ),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]),
    z
      .array(
        z
          .string()
          .check(
            z.maxLength(LIMITS.tab, { error: `A tab can have at most ${LIMITS.tab} characters` }),
            z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'A tab contains characters that aren’t allowed' }),
          ),
      )
      .check(z.maxLength(LIMITS.tabs, { error: `A course can have at most ${LIMITS.tabs} tabs` })),
  ),
)

const CAPTIONS_FILE = /^\/uploads\/[0-9a-f]{32}\.vtt$/

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** http, https, an uploaded lesson file, or empty for the kinds without one. What a kind needs is checked with the kind. */
const lessonUrl = z
  .string({ error: 'Enter a video URL or upload a file' })
  .check(z.trim(), z.maxLength(LIMITS.url, { error: `A URL can have at most ${LIMITS.url} characters` }))

export const isWebUrl = (text: string) => hasOnlyStorableCharacters(text) && webUrl.safeParse(text).success

const description = z.string({ error: 'Description is required' }).check(
  z.normalize('NFC'),
  z.trim(),
  z.maxLength(LIMITS.description, {
    error: `Description can have at most ${LIMITS.description.toLocaleString('en-US')} characters`,
  }),
  z.refine(hasOnlyStorableCharacters, { error: 'Description contains characters that aren’t allowed' }),
)

const PERCENT_ERROR = { error: 'Enter a percentage from 1 to 100' }
const DURATION_ERROR = { error: 'A duration must be from 0 seconds to 100 hours' }

/** Only what is saved: a form still opens with what was stored before. */
const quizToSave = quizInput.check(
  z.refine(({ pools }) => new Set(pools.map(({ name }) => name)).size === pools.length, {
    error: 'Each pool needs its own name',
    path: ['pools'],
  }),
)

const lessonFields = z.object({
  /** The material_id; without one the lesson is new. */
  id: z.optional(z.nullable(id)),
  /** The index of its section in `sections`; null: before all of them. */
  section: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(LIMITS.sections)))),
  /**
   * The spec's clients send none. Then a new lesson is a video, and one with an `id` keeps its kind and what belongs to
   * the kind.
   */
  kind: z.optional(z.enum(LESSON_KINDS, { error: 'Unknown kind of lesson' })),
  title: singleLineText('A lesson’s title', { max: LIMITS.title }),
  subtitle: z._default(singleLineText('A lesson’s subtitle', { min: 0, max: LIMITS.subtitle }), ''),
  url: z._default(lessonUrl, ''),
  /** HTML of an article, or an assignment's task. Sanitized before it is stored. */
  content: z._default(
    z
      .string({ error: 'Content must be HTML' })
      .check(
        z.refine(hasOnlyStorableCharacters, { error: 'The content contains characters that aren’t allowed' }),
        z.maxLength(LIMITS.content, { error: 'A lesson can have at most 500,000 characters of HTML' }),
      ),
    '',
  ),
  /** Of a file lesson: the name it is downloaded as. */
  file_name: z._default(singleLineText('A file’s name', { min: 0, max: 255 }), ''),
  quiz: z._default(z.nullable(quizToSave), null),
  /** Of an assignment: what a student hands in. */
  submission_form: z._default(z.enum(SUBMISSION_FORMS), 'both'),
  /** `passed` goes with quizzes, `accepted` with assignments, `watched` with videos. */
  completion: z._default(z.enum(COMPLETION_RULES, { error: 'Unknown rule' }), 'manual'),
  watch_percent: z._default(
    z.nullable(z.int(PERCENT_ERROR).check(z.minimum(1, PERCENT_ERROR), z.maximum(100, PERCENT_ERROR))),
    null,
  ),
  /** In seconds, where known. Rounded as it is stored, so that one too short for that is 0 in all rules. */
  duration: z.optional(
    z.nullable(
      z
        .number(DURATION_ERROR)
        .check(z.minimum(0, DURATION_ERROR), z.maximum(360_000, DURATION_ERROR), z.overwrite(Math.fround)),
    ),
  ),
  /** Can be watched without enrollment. */
  preview: z.optional(z.boolean()),
  /** An uploaded WebVTT file, or empty. */
  captions: z.optional(
    z.string().check(
      z.refine((text) => text === '' || CAPTIONS_FILE.test(text), {
        error: 'Captions must be an uploaded .vtt file',
      }),
    ),
  ),
  ...ignoredFields('lesson_count'),
})

/** A lesson that keeps its kind is checked once that is known. */
const lessonInput = lessonFields.check(
  z.superRefine((lesson, { addIssue }) => {
    const kind = lesson.kind ?? (lesson.id ? null : 'video')
    if (kind === null) return
    for (const { path, message } of findLessonProblems({ ...lesson, kind }, isWebUrl))
      addIssue({ code: 'custom', path: [path], message })
  }),
)
export type LessonInput = z.output<typeof lessonInput>

const courseFormFields = {
  title: singleLineText('Title', { max: LIMITS.title }),
  description,
  price: decimalNumber('Price', { max: LIMITS.price, decimals: 2 }),
  discount: decimalNumber('Discount', { max: 100, decimals: 2 }),
  category: z.enum(CATEGORIES, { error: 'Choose a category' }),
  tabs,
  /** In the order of the lessons. */
  materials: z
    .array(lessonInput, { error: 'Materials must be a list' })
    .check(z.maxLength(LIMITS.lessons, { error: `A course can have at most ${LIMITS.lessons} lessons` })),
  /** In order. Without it an existing course keeps its own. */
  sections: z.optional(
    z
      .array(sectionInput, { error: 'Sections must be a list' })
      .check(z.maxLength(LIMITS.sections, { error: `A course can have at most ${LIMITS.sections} sections` })),
  ),
  /** Without it an existing course keeps its own. */
  details: z.optional(courseDetails),
  /** Without it an existing course keeps its own. */
  lesson_order: z.optional(z.enum(LESSON_ORDERS, { error: 'Unknown order' })),
  /** Without it an existing course keeps its own. */
  prerequisites: z.optional(
    z
      .array(z.object({ course_id: id, blocking: z._default(z.boolean(), true) }))
      .check(
        z.maxLength(LIMITS.prerequisites, { error: `A course can have at most ${LIMITS.prerequisites} prerequisites` }),
      ),
  ),
  /** False for a draft; true needs a lesson. Without it a new course is public and an existing one unchanged. */
  public: z.optional(z.boolean({ error: 'Public must be true or false' })),
  student_id: z.optional(id),
  ...ignoredFields('image_url', 'role', 'email', 'lessons'),
}

const saveResult = z.object({
  id: z.int(),
  msg: z.string(),
  /** To send with the next save. */
  version: z.int(),
  /** In the order of the materials sent. */
  lesson_ids: z.array(z.int()),
  /** In the order of the sections sent. */
  section_ids: z.array(z.int()),
})

export const addCourse = defineEndpoint({
  summary: 'Adds a course with its lessons.',
  input: z.object(courseFormFields),
  output: saveResult,
})

export const updateCourse = defineEndpoint({
  summary:
    'Updates a course. A material with the `id` of one of its lessons keeps its completions, a missing one is deleted, and lessons take the order of the list, section by section. Students are notified of new lessons. Answers 409 and writes nothing when `version` is not the latest.',
  input: z.object({ course_id: id, version: z.optional(version), ...courseFormFields }),
  output: saveResult,
})
