import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, ignoredFields } from './fields.ts'

/** Misspelt in the spec's table of calls, and so on the wire. */
export const getMaintenace = defineEndpoint({
  summary: 'Whether the system is running (`status: true`) or in maintenance.',
  input: z.object({}),
  output: z.array(z.object({ status: z.boolean() })),
})

export const setMaintenance = defineEndpoint({
  summary: 'Switches the system on (`status: true`) or into maintenance.',
  input: z.object({
    status: z.boolean({ error: 'The new state is true or false' }),
    student_id: z.optional(id),
    ...ignoredFields('email', 'first_name'),
  }),
  output: z.enum(['System is running now', 'System is down for maintenance']),
})
