import { AppError } from '#contract/errors.ts'

/** Asking again cannot help after the session has ended or the admin role was lost. */
export const isAccessError = (error: Error | null) =>
  error instanceof AppError && (error.status === 401 || error.status === 403)

/** What to say beside polled figures when they could not be read again. */
export const describePollError = (error: Error) =>
  isAccessError(error)
    ? `Live updates have stopped. ${error.message}.`
    : 'These numbers may be out of date. We can’t reach the server.'

/** Without figures an error stands in their place, whose "Try again" a poll would remove from under the pointer. */
export const canPoll = ({ data, error }: { data: unknown; error: Error | null }) =>
  data !== undefined && !isAccessError(error)
