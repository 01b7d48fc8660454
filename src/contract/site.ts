import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Misspelt in the spec's table of calls, and so on the wire. */
export const getMaintenace = endpoint({
  summary: 'Whether the system is running (`status: true`) or in maintenance.',
  access: 'anyone',
  input: z.object({}),
  output: z.array(z.object({ status: z.boolean() })),
  keeps: ['site'],
  inMaintenance: true,
})
