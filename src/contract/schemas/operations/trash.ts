import * as z from 'zod/mini'
import { TRASH_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page } from '#contract/schemas/fields.ts'

const kind = z.enum(TRASH_KINDS, { error: 'Unknown kind' })

export const trashEntry = z.object({
  kind: z.enum(TRASH_KINDS),
  /** Of the course, post, review, comment or user. */
  id: z.int(),
  name: z.string(),
  details: z.string(),
  deleted_by: z.string(),
  deleted_date: instant,
  /** When it is deleted for good; null for an archived course. */
  purged_date: z.nullable(instant),
})
export type TrashEntry = z.infer<typeof trashEntry>

export const getTrash = defineEndpoint({
  summary: 'Lists what was deleted and can be restored, last deleted first, and the archived courses.',
  input: z.object({ kind, page }),
  output: z.array(trashEntry),
  nextPage: z.nullable(z.int()),
})

export const restoreFromTrash = defineEndpoint({
  summary: 'Restores a course, post, review, comment or user with everything that was deleted with it.',
  input: z.object({ kind, id }),
  output: z.string(),
})

export const deleteFromTrash = defineEndpoint({
  summary: 'Deletes a course, post, review, comment or user in the trash for good.',
  input: z.object({ kind, id }),
  output: z.string(),
})
