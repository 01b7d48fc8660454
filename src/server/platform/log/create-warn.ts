import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { reportError } from './report-error.ts'

export type Warn = (error: unknown, text: string) => void

/**
 * For failures outside of a call: each is logged and grouped on the System page, except while the database is away, which
 * has a check of its own.
 * @param source where the texts are many, such as those that name an order
 */
export const createWarn =
  (log: Pick<FastifyBaseLogger, 'warn'>, source?: string): Warn =>
  (error, text) => {
    log.warn({ err: error }, text)
    if (!isDatabaseUnavailable(error)) reportError(error, source ?? text)
  }
