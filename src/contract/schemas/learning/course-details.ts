import * as z from 'zod/mini'
import { COURSE_LEVELS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasOnlyStorableCharacters, multiLineText, singleLineText } from '#contract/schemas/fields.ts'

const lines = (label: string) =>
  z._default(
    z
      .array(singleLineText(label, { max: LIMITS.detail }))
      .check(z.maxLength(LIMITS.details, { error: `At most ${LIMITS.details} lines` })),
    [],
  )

const optionalText = (label: string, max: number) =>
  z._default(
    z
      .string({ error: `${label} must be text` })
      .check(
        z.normalize('NFC'),
        z.trim(),
        z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
        z.refine(hasOnlyStorableCharacters, { error: `${label} contains characters that aren’t allowed` }),
      ),
    '',
  )

/** What a buyer expects on a course's page. Each part is optional. */
export const courseDetails = z.object({
  pitch: optionalText('The pitch', LIMITS.pitch),
  /** What students will learn. */
  outcomes: lines('An outcome'),
  requirements: lines('A requirement'),
  level: z._default(z.enum(['', ...COURSE_LEVELS], { error: 'Unknown level' }), ''),
  /** The language it is taught in, such as `English`. */
  language: optionalText('The language', LIMITS.name),
  faq: z._default(
    z
      .array(
        z.object({
          question: singleLineText('A question', { max: LIMITS.detail }),
          answer: multiLineText('An answer', { max: LIMITS.faqAnswer }),
        }),
      )
      .check(z.maxLength(LIMITS.details, { error: `At most ${LIMITS.details} questions` })),
    [],
  ),
  instructor_name: optionalText('The instructor’s name', LIMITS.name),
  instructor_bio: optionalText('The instructor’s bio', LIMITS.instructorBio),
})
export type CourseDetails = z.output<typeof courseDetails>

export const NO_DETAILS: CourseDetails = courseDetails.parse({})
