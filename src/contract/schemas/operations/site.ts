import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, ignoredFields } from '#contract/schemas/fields.ts'

export const getMaintenace = defineEndpoint({
  summary: 'Returns whether the system is running (`status: true`) or in maintenance.',
  input: z.object({}),
  output: z.array(z.object({ status: z.boolean() })),
})

export const setMaintenance = defineEndpoint({
  summary: 'Turns maintenance off (`status: true`) or on.',
  input: z.object({
    status: z.boolean({ error: 'The new state must be true or false' }),
    student_id: z.optional(id),
    ...ignoredFields('email', 'first_name'),
  }),
  output: z.enum(['System is running now', 'System is down for maintenance']),
})

export const getSiteWarnings = defineEndpoint({
  summary: 'Returns what is wrong with the set-up of this server, such as an address without https.',
  input: z.object({}),
  output: z.array(z.object({ code: z.string(), text: z.string() })),
})
