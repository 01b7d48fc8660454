import * as z from 'zod/mini'
import { CATEGORIES } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, hasOnlyStorableCharacters, singleLineText, ignoredFields, version } from './fields.ts'

/** A number, or its digits as a form's field holds them. */
const decimalNumber = (label: string, { max, decimals }: { max: number; decimals: number }) =>
  z
    .union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/)), z.transform(Number))], {
      error: `${label} is a number`,
    })
    .check(
      z.refine((value) => value >= 0 && value <= max, {
        error: `${label} is a number from 0 to ${max.toLocaleString('en-US')}`,
      }),
      z.refine((value) => Number(value.toFixed(decimals)) === value, {
        error: `${label} can have at most ${decimals} decimals`,
      }),
    )

/** Words with spaces between them, as the form has them; kept with commas. */
const tabs = z.pipe(
  z
    .string({ error: 'Tabs are text' })
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
            z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'A tab holds characters that cannot be kept' }),
          ),
      )
      .check(z.maxLength(LIMITS.tabs, { error: `A course can have at most ${LIMITS.tabs} tabs` })),
  ),
)

const LESSON_FILE = /^\/uploads\/[0-9a-f]{32}\.(webm|mp4)$/

const CAPTIONS_FILE = /^\/uploads\/[0-9a-f]{32}\.vtt$/

const webUrl = z.url({ protocol: /^https?$/, hostname: /./ })

/** http, https, or a lesson's file of ours. */
const lessonUrl = z.string({ error: 'A lesson needs its url' }).check(
  z.trim(),
  z.minLength(1, { error: 'A lesson needs its url' }),
  z.maxLength(LIMITS.url, { error: `A url can have at most ${LIMITS.url} characters` }),
  z.refine((text) => LESSON_FILE.test(text) || webUrl.safeParse(text).success, {
    error: 'A lesson’s url begins with http:// or https://, or is an uploaded file',
  }),
)

const description = z.string({ error: 'Description is required' }).check(
  z.normalize('NFC'),
  z.trim(),
  z.maxLength(LIMITS.description, {
    error: `Description can have at most ${LIMITS.description.toLocaleString('en-US')} characters`,
  }),
  z.refine(hasOnlyStorableCharacters, { error: 'Description holds characters that cannot be kept' }),
)

const lessonInput = z.object({
  /** The material_id of a lesson that is there already; without one it is a new lesson. */
  id: z.optional(z.nullable(id)),
  title: singleLineText('A lesson’s title', { max: LIMITS.title }),
  subtitle: singleLineText('A lesson’s subtitle', { max: LIMITS.subtitle }),
  url: lessonUrl,
  /** Seconds, where it is known. */
  duration: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(360_000)))),
  /** May be watched without enrollment. */
  preview: z._default(z.boolean(), false),
  /** An uploaded WebVTT file, or empty. */
  captions: z._default(
    z
      .string()
      .check(
        z.refine((text) => text === '' || CAPTIONS_FILE.test(text), { error: 'Captions are an uploaded .vtt file' }),
      ),
    '',
  ),
  ...ignoredFields('lesson_count'),
})
export type LessonInput = z.output<typeof lessonInput>

const courseFormFields = {
  title: singleLineText('Title', { max: LIMITS.title }),
  description,
  price: decimalNumber('Price', { max: LIMITS.price, decimals: 2 }),
  discount: decimalNumber('Discount', { max: 100, decimals: 2 }),
  category: z.enum(CATEGORIES, { error: 'Category is one of the ten' }),
  tabs,
  /** In the order of the lessons. */
  materials: z
    .array(lessonInput, { error: 'Materials are a list' })
    .check(z.maxLength(LIMITS.lessons, { error: `A course can have at most ${LIMITS.lessons} lessons` })),
  /** False keeps it a draft. Left out, a new course is public and an old one stays what it is. */
  public: z.optional(z.boolean({ error: 'Public is true or false' })),
  student_id: z.optional(id),
  ...ignoredFields('image_url', 'role', 'email', 'lessons'),
}

const saveResult = z.object({ id: z.int(), msg: z.string() })

export const addCourse = defineEndpoint({
  summary: 'Adds a course with its lessons.',
  input: z.object(courseFormFields),
  output: saveResult,
})

export const updateCourse = defineEndpoint({
  summary:
    'Changes a course. A material whose `id` is one of its lessons keeps its completions, one left out is removed, and the order of the list is the order of the lessons. Students are told of new lessons. With a `version` that is no longer the newest it is 409 and nothing is written.',
  input: z.object({ course_id: id, version: z.optional(version), ...courseFormFields }),
  output: saveResult,
})
