import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { id, instant, multiLineText } from '#contract/schemas/fields.ts'

const seconds = z
  .number({ error: 'A moment must be a number of seconds' })
  .check(
    z.minimum(0, { error: 'A moment can’t be negative' }),
    z.maximum(360_000, { error: 'A moment can be at most 100 hours' }),
  )
const text = multiLineText('A note', { max: LIMITS.note })

export const note = z.object({
  note_id: z.int(),
  material_id: z.int(),
  /** The moment in the lesson. */
  seconds: z.number(),
  text: z.string(),
  created_date: instant,
})
export type Note = z.infer<typeof note>

export const getNotes = defineEndpoint({
  summary: 'Lists your notes of a course, or of one lesson, in the order of the lessons and their moments.',
  input: z.object({ course_id: z.optional(id), material_id: z.optional(id) }),
  output: z.array(note),
})

export const addNote = defineEndpoint({
  summary: 'Adds a private note at a moment of a lesson.',
  input: z.object({ material_id: id, seconds, text }),
  output: note,
})

export const updateNote = defineEndpoint({
  summary: 'Changes the text of your note.',
  input: z.object({ note_id: id, text }),
  output: note,
})

export const deleteNote = defineEndpoint({
  summary: 'Deletes your note.',
  input: z.object({ note_id: id }),
  output: z.string(),
})
