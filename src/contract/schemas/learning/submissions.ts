import * as z from 'zod/mini'
import { SUBMISSION_FILTERS, SUBMISSION_STATUSES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasOnlyStorableCharacters, id, instant, page, search } from '#contract/schemas/fields.ts'

const longText = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(LIMITS.submission, { error: `${label} can have at most ${LIMITS.submission} characters` }),
      z.refine(hasOnlyStorableCharacters, { error: `${label} contains characters that aren’t allowed` }),
    )

/** What a student handed in for an assignment. */
export const submission = z.object({
  submission_id: z.int(),
  text: z.string(),
  /** Where its author and admins download the file; empty without one. */
  file_url: z.string(),
  file_name: z.string(),
  submitted_date: instant,
  status: z.enum(SUBMISSION_STATUSES),
  feedback: z.string(),
  graded_date: z.nullable(instant),
})
export type Submission = z.infer<typeof submission>

export const submitAssignment = defineEndpoint({
  summary: 'Hands in an assignment. While it waits for its grade, a new one replaces it.',
  input: z.object({
    material_id: id,
    text: z._default(longText('The text'), ''),
    /** As the upload answered; empty without a file. */
    file_url: z._default(
      z
        .string()
        .check(z.maxLength(LIMITS.url), z.refine(hasOnlyStorableCharacters, { error: 'Upload the file again' })),
      '',
    ),
    file_name: z._default(
      z
        .string()
        .check(
          z.maxLength(255),
          z.refine(hasOnlyStorableCharacters, { error: 'A file’s name contains characters that aren’t allowed' }),
        ),
      '',
    ),
  }),
  output: submission,
})

export const getSubmissions = defineEndpoint({
  summary: 'Lists what students handed in, the longest waiting first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(SUBMISSION_FILTERS, { error: 'Unknown filter' }), ''),
    course_id: z.optional(z.nullable(id)),
    /** Only this one. */
    submission_id: z.optional(z.nullable(id)),
  }),
  output: z.array(
    z.extend(submission, {
      student_id: z.int(),
      name: z.string(),
      email: z.string(),
      course_id: z.int(),
      course_title: z.string(),
      material_id: z.int(),
      material_title: z.string(),
      /** Of the student's submissions for this assignment: only this one can be graded. */
      latest_id: z.int(),
    }),
  ),
  nextPage: z.nullable(z.int()),
})

export const gradeSubmission = defineEndpoint({
  summary: 'Accepts what a student handed in, or returns it for another try.',
  input: z.object({
    submission_id: id,
    status: z.enum(['accepted', 'returned'], { error: 'Accept the work or return it' }),
    feedback: z._default(longText('The feedback'), ''),
    /** The submission’s `graded_date` that was shown. When it is another one by now, nothing changes: `changed_meanwhile`. */
    graded_date: z.optional(z.nullable(instant)),
  }),
  output: z.string(),
})
