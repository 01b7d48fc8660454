import { paths } from '#contract/paths.ts'

export interface GuardUser {
  role: 'student' | 'admin'
  /** An admin who views the site as a student. */
  viewsAsStudent?: boolean | undefined
  /** An admin who has to set up a second factor first. */
  needsSecondFactor?: boolean | undefined
}

const AUTH_PAGES: readonly string[] = [
  paths.login,
  paths.loginStep,
  paths.signup,
  paths.forgotPassword,
  paths.verifyCode,
  paths.confirmPassword,
]
/** For an admin who has to set up a second factor. */
const SETUP_PAGES: readonly string[] = [paths.secondFactor, paths.logout, paths.studentLogout, paths.home]
/** Open without signing in: all courses and the blog. */
const OPEN_STUDENT_PAGES = [paths.allCourses, paths.blogList]
/** Open to every signed-in user, admins too. */
const SHARED_STUDENT_PAGES = [...OPEN_STUDENT_PAGES, paths.coursePage, paths.studentLogout]

const isUnder = (path: string, area: string) => path === area || path.startsWith(`${area}/`)
const isUnderAny = (path: string, areas: readonly string[]) => areas.some((area) => isUnder(path, area))

/**
 * Where the access rules redirect a user (spec.md, section 6), or null if they may stay.
 * @param path without query and trailing slash
 */
export function guard(user: GuardUser | null, isInMaintenance: boolean, path: string): string | null {
  if (user?.needsSecondFactor) return SETUP_PAGES.includes(path) ? null : paths.secondFactor
  if (path === paths.secondFactor) return user?.role === 'admin' ? paths.dashboard : paths.home
  if (path === paths.viewAsStudent || path === paths.viewAsAdmin) {
    if (user?.role === 'admin' || user?.viewsAsStudent) return null
    return isInMaintenance ? paths.maintenance : paths.home
  }
  if (isInMaintenance) return guardInMaintenance(user, path)
  if (path === paths.maintenance) return paths.home
  if (path === paths.home) return null
  if (user === null) {
    const needsSession = isUnder(path, paths.student) || isUnder(path, paths.dashboard) || path === paths.logout
    return needsSession && !isUnderAny(path, OPEN_STUDENT_PAGES) ? paths.login : null
  }
  if (AUTH_PAGES.includes(path)) return paths.home
  if (path.startsWith(`${paths.publicCourse}/`)) return paths.coursePage + path.slice(paths.publicCourse.length)
  if (isUnder(path, paths.dashboard)) return user.role === 'admin' ? null : paths.home
  if (isUnder(path, paths.student) && user.role === 'admin')
    return isUnderAny(path, SHARED_STUDENT_PAGES) ? null : paths.home
  return null
}

/** Visitors may log in, users log out, and admins use the dashboard. */
function guardInMaintenance(user: GuardUser | null, path: string): string | null {
  if (path === paths.maintenance) return null
  if (user === null) return path === paths.login || path === paths.loginStep ? null : paths.maintenance
  if (path === paths.logout || path === paths.studentLogout) return null
  if (user.role !== 'admin') return paths.maintenance
  if (path === paths.login) return paths.dashboard
  return isUnder(path, paths.dashboard) ? null : paths.maintenance
}
