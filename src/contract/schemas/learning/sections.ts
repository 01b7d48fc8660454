import * as z from 'zod/mini'
import { LIMITS } from '#contract/limits.ts'
import { id, instant, singleLineText } from '#contract/schemas/fields.ts'

export const section = z.object({
  section_id: z.int(),
  title: z.string(),
  /** Opens this many days after the enrollment; null: at once. */
  opens_after_days: z.nullable(z.int()),
  /** Opens on this date; null: at once. */
  opens_date: z.nullable(instant),
})
export type Section = z.infer<typeof section>

/** In years that the database knows and a typing mistake does not reach. */
const opensDate = z.iso
  .datetime({ error: 'Choose a date' })
  .check(z.refine((text) => text >= '2000' && text < '3000', { error: 'Choose a date from 2000 to 2999' }))

export const sectionInput = z
  .object({
    /** The section_id; without one the section is new. */
    id: z.optional(z.nullable(id)),
    title: singleLineText('A section’s title', { max: LIMITS.title }),
    opens_after_days: z._default(
      z.nullable(
        z
          .int({ error: 'Days must be a whole number' })
          .check(
            z.minimum(1, { error: 'Days must be from 1 to 3,650' }),
            z.maximum(3_650, { error: 'Days must be from 1 to 3,650' }),
          ),
      ),
      null,
    ),
    opens_date: z._default(z.nullable(opensDate), null),
  })
  .check(
    z.refine(({ opens_after_days, opens_date }) => opens_after_days === null || opens_date === null, {
      error: 'A section opens after some days or on a date, not both',
      path: ['opens_date'],
    }),
  )
export type SectionInput = z.output<typeof sectionInput>
