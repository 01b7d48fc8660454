import { isRouteErrorResponse } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'

export interface ErrorDescription {
  title: string
  hint?: string
  /** The error's own words. */
  message?: string
  /** Where else to go from here; without it the page can only be tried again. */
  action?: { to: string; name: string }
}

/** Statuses that the router itself answers with. */
const ROUTER_STATUSES = [400, 403, 404, 405]

// What is not there or not allowed stays so after a reload: these lead elsewhere instead.
const KNOWN_ERRORS: Partial<Record<ErrorCode, ErrorDescription>> = {
  course_not_found: {
    title: 'No Course Found',
    hint: 'It may have been taken down, or the address is not quite right.',
    action: { to: paths.allCourses, name: 'All courses' },
  },
  blog_not_found: {
    title: 'No such blog post',
    hint: 'It may have been taken down, or the address is not quite right.',
    action: { to: paths.blogList, name: 'Blog' },
  },
  not_signed_in: {
    title: 'Log in to see this',
    hint: 'Your session has ended. Nothing you did is lost.',
    action: { to: paths.login, name: 'Log in' },
  },
  not_allowed: {
    title: 'Not allowed',
    hint: 'This part of the site is not open to your account.',
    action: { to: paths.home, name: 'Home' },
  },
}

export function describeError(error: unknown): ErrorDescription {
  if (isRouteErrorResponse(error) && ROUTER_STATUSES.includes(error.status)) {
    return {
      title: 'Unexpected Application Error!',
      message: `${error.status} ${error.statusText}`.trim(),
      action: { to: paths.home, name: 'Home' },
    }
  }
  const knownError = error instanceof AppError ? KNOWN_ERRORS[error.code] : undefined
  return knownError ?? { title: 'Something went wrong', hint: 'Try to reload page', message: getErrorMessage(error) }
}

function getErrorMessage(error: unknown): string {
  const unknown = 'Unknown error'
  if (error instanceof AppError) return error.code === 'internal' ? unknown : error.message
  // On the server the words of any other error may name what is nobody's business, and the browser never gets them.
  if (import.meta.env.SSR) return unknown
  return (error instanceof Error && error.message) || unknown
}
