import { getBlogData } from './endpoints/blogs/get-blog-data.ts'
import { completeCourse } from './endpoints/courses/complete-course.ts'
import { enrollCourse } from './endpoints/courses/enroll-course.ts'
import { getCourseData } from './endpoints/courses/get-course-data.ts'
import { getCourses } from './endpoints/courses/get-courses.ts'
import { getEnrolledCourses } from './endpoints/courses/get-enrolled-courses.ts'
import { saveLessonPosition } from './endpoints/courses/save-lesson-position.ts'
import { getReviews } from './endpoints/reviews/get-reviews.ts'
import { login } from './endpoints/session/login.ts'
import { logout } from './endpoints/session/logout.ts'
import { session } from './endpoints/session/session.ts'
import { signup } from './endpoints/session/signup.ts'
import { getMaintenace } from './endpoints/site/get-maintenace.ts'
import { getUserData } from './endpoints/users/get-user-data.ts'
import { getUsers } from './endpoints/users/get-users.ts'
import type { Handlers } from './handler.ts'

/** Contract name -> handler. A missing one does not compile. */
export const handlers: Handlers = {
  session,
  logout,
  login,
  signup,
  getUserData,
  getEnrolledCourses,
  getBlogData,
  completeCourse,
  saveLessonPosition,
  getReviews,
  getCourseData,
  enrollCourse,
  getCourses,
  getUsers,
  getMaintenace,
}
