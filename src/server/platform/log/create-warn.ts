import type { FastifyBaseLogger } from 'fastify'
import { reportError } from './report-error.ts'

export type Warn = (error: unknown, text: string) => void

/**
 * For failures outside of a call: each is logged and reported.
 * @param source where the texts are many, such as those that name an order
 */
export const createWarn =
  (log: Pick<FastifyBaseLogger, 'warn'>, source?: string): Warn =>
  (error, text) => {
    log.warn({ err: error }, text)
    reportError(error, source ?? text)
  }
