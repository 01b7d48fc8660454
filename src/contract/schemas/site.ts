import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, ignoredFields } from './fields.ts'

/** Misspelt in the spec's table of calls, and so on the wire. */
export const getMaintenace = defineEndpoint({
  summary: 'Whether the system is running (`status: true`) or in maintenance.',
  access: 'anyone',
  input: z.object({}),
  output: z.array(z.object({ status: z.boolean() })),
  cacheTags: ['site'],
  isAllowedInMaintenance: true,
})

export const setMaintenance = defineEndpoint({
  summary: 'Switches the system on (`status: true`) or into maintenance.',
  access: 'admin',
  input: z.object({
    status: z.boolean({ error: 'The new state is true or false' }),
    student_id: z.optional(id),
    ...ignoredFields('email', 'first_name'),
  }),
  output: z.enum(['System is running now', 'System is down for maintenance']),
  actor: 'student_id',
  invalidates: ['site'],
})
