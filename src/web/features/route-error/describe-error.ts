import { isRouteErrorResponse } from 'react-router'
import { AppError, ERRORS, type ErrorCode } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { isMissingScript } from './missing-script.ts'

export interface ErrorDescription {
  title: string
  hint?: string
  /** The error's own message. */
  message?: string
  /** Where to go instead. */
  action?: { to: string; name: string }
}

/** Statuses of the router's own errors. */
const ROUTER_STATUSES = [400, 403, 404, 405]

// Reloading does not help with these, so they link elsewhere.
const KNOWN_ERRORS: Partial<Record<ErrorCode, ErrorDescription>> = {
  course_not_found: {
    title: 'No Course Found',
    hint: 'It may have been removed, or the address may be wrong.',
    action: { to: paths.allCourses, name: 'All courses' },
  },
  blog_not_found: {
    title: ERRORS.blog_not_found[1],
    hint: 'It may have been removed, or the address may be wrong.',
    action: { to: paths.blogList, name: 'Blog' },
  },
  path_not_found: {
    title: ERRORS.path_not_found[1],
    hint: 'It may have been removed, or the address may be wrong.',
    action: { to: paths.learningPaths, name: 'Learning paths' },
  },
  order_not_found: {
    title: ERRORS.order_not_found[1],
    hint: 'The address may be wrong, or the order belongs to another account.',
    action: { to: paths.purchases, name: 'My purchases' },
  },
  not_allowed: {
    title: ERRORS.not_allowed[1],
    hint: 'Log in with another account to continue.',
    action: { to: paths.home, name: 'Home' },
  },
}

const describeSignedOut = (returnPath: string | null): ErrorDescription => ({
  title: 'Log in to continue',
  hint: 'Your session has ended.',
  action: { to: withNext(paths.login, returnPath), name: 'Log in' },
})

/** @param returnPath where a login leads to */
export function describeError(error: unknown, returnPath: string | null = null): ErrorDescription {
  if (isRouteErrorResponse(error) && ROUTER_STATUSES.includes(error.status)) {
    return {
      title: 'Unexpected Application Error!',
      message: `${error.status} ${error.statusText}`.trim(),
      action: { to: paths.home, name: 'Home' },
    }
  }
  if (error instanceof AppError && error.code === 'not_signed_in') return describeSignedOut(returnPath)
  const knownError = error instanceof AppError ? KNOWN_ERRORS[error.code] : undefined
  return knownError ?? { title: 'Something went wrong', hint: 'Try to reload page', message: getErrorMessage(error) }
}

function getErrorMessage(error: unknown): string {
  const unknown = 'Unknown error'
  if (isMissingScript(error)) return ERRORS.connection[1]
  if (error instanceof AppError) return error.code === 'internal' ? unknown : error.message
  // On the server the message of any other error may contain internals.
  if (import.meta.env.SSR) return unknown
  return (error instanceof Error && error.message) || unknown
}
