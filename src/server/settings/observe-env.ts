import * as z from 'zod/mini'
import { text } from './setting-types.ts'

const LOG_REQUESTS = ['off', 'slow', 'all'] as const

/** The settings of logs and metrics; part of every setting in env.ts. */
export const observeSettings = {
  METRICS_TOKEN: z.optional(
    text('METRICS_TOKEN must have 16 to 200 characters without spaces', (value) => /^[\x21-\x7e]{16,200}$/.test(value)),
  ),
  LOG_REQUESTS: z._default(
    z.enum(LOG_REQUESTS, { error: `LOG_REQUESTS must be one of ${LOG_REQUESTS.join(', ')}` }),
    'slow',
  ),
}
