import { getRequestId } from './request-id.ts'

export const REQUEST_ID_FIELD = 'requestId'

/** Adds the id to entries of the application's own logger, such as a job's or the mailer's. A request's logger has it. */
export function createLogMixin(
  _fields: object,
  _level: number,
  logger: { bindings(): object },
): Record<string, string> {
  const requestId = getRequestId()
  return requestId === undefined || REQUEST_ID_FIELD in logger.bindings() ? {} : { [REQUEST_ID_FIELD]: requestId }
}
