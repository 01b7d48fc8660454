import { isRouteErrorResponse } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'

export interface ErrorDescription {
  title: string
  hint?: string
  /** The error's own words. */
  message?: string
  /** Where else to go from here; without it the page can only be tried again. */
  wayOn?: { to: string; name: string }
}

/** Statuses that the router itself answers with. */
const ROUTER_STATUSES = [400, 403, 404, 405]

// What is not there or not allowed stays so after a reload: these lead elsewhere instead.
const WAYS_ON: Partial<Record<ErrorCode, ErrorDescription>> = {
  course_not_found: {
    title: 'No Course Found',
    hint: 'It may have been taken down, or the address is not quite right.',
    wayOn: { to: paths.allCourses, name: 'All courses' },
  },
  blog_not_found: {
    title: 'No such blog post',
    hint: 'It may have been taken down, or the address is not quite right.',
    wayOn: { to: paths.blogList, name: 'Blog' },
  },
  not_signed_in: {
    title: 'Log in to see this',
    hint: 'Your session has ended. Nothing you did is lost.',
    wayOn: { to: paths.login, name: 'Log in' },
  },
  not_allowed: {
    title: 'Not allowed',
    hint: 'This part of the site is not open to your account.',
    wayOn: { to: paths.home, name: 'Home' },
  },
}

export function describeError(error: unknown): ErrorDescription {
  if (isRouteErrorResponse(error) && ROUTER_STATUSES.includes(error.status)) {
    return {
      title: 'Unexpected Application Error!',
      message: `${error.status} ${error.statusText}`.trim(),
      wayOn: { to: paths.home, name: 'Home' },
    }
  }
  const known = error instanceof AppError ? WAYS_ON[error.code] : undefined
  return known ?? { title: 'Something went wrong', hint: 'Try to reload page', message: messageOf(error) }
}

function messageOf(error: unknown): string {
  const unknown = 'Unknown error'
  if (error instanceof AppError) return error.code === 'internal' ? unknown : error.message
  // On the server the words of any other error may name what is nobody's business, and the browser never gets them.
  if (import.meta.env.SSR) return unknown
  return (error instanceof Error && error.message) || unknown
}
