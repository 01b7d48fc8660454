import { API_BASE, paths } from '#contract/paths.ts'

// Of orders, certificates and what admins edit. Apart from paths.ts, which every page loads.

export function checkoutPath(course: { course_id: number }): string {
  return `${paths.checkout}/${course.course_id}`
}

/** Where a student pays a test order, waits for the server's word and sees how it ended. */
export function orderPath(order: { order_id: number }): string {
  return `${paths.purchases}/${order.order_id}`
}

/** The built-in payment page of the test mode. */
export function testPaymentPath(order: { order_id: number }): string {
  return `${orderPath(order)}/pay`
}

export function certificatePath(id: string): string {
  return `${paths.certificates}/${id}`
}

/** The same certificate as a file. */
export function certificatePdfPath(id: string): string {
  return `${certificatePath(id)}.pdf`
}

/** The same certificate as an Open Badges 3.0 credential. */
export function certificateJsonPath(id: string): string {
  return `${certificatePath(id)}.json`
}

export function editPathPath(path: { path_id: number }): string {
  return `${paths.adminPaths}/edit/${path.path_id}`
}

/** A course's students with their progress, in the dashboard. */
export function courseStudentsPath(course: { course_id: number }): string {
  return `${paths.adminCourses}/${course.course_id}/students`
}

export function studentProgressPath(course: { course_id: number }, student: { student_id: number }): string {
  return `${courseStudentsPath(course)}/${student.student_id}`
}

/** How students did in a quiz, in the dashboard. */
export function quizResultsPath(course: { course_id: number }, lesson: { material_id: number }): string {
  return `${paths.adminCourses}/${course.course_id}/quizzes/${lesson.material_id}`
}

/** An order in the dashboard. */
export function adminOrderPath(order: { order_id: number }): string {
  return `${paths.orders}/${order.order_id}`
}

export function receiptPath(order: { order_id: number }): string {
  return `${API_BASE}/orders/${order.order_id}/receipt.pdf`
}

export function creditNotePath(order: { order_id: number }): string {
  return `${API_BASE}/orders/${order.order_id}/credit-note.pdf`
}

/** A user's page in the dashboard. */
export function userPath(user: { student_id: number }): string {
  return `${paths.users}/${user.student_id}`
}

export function editCoursePath(course: { course_id: number }): string {
  return `${paths.adminCourses}/edit/${course.course_id}`
}

/** A lesson in its course's form. */
export function editLessonPath(course: { course_id: number }, lesson: { material_id: number }): string {
  return `${editCoursePath(course)}?lesson=${lesson.material_id}`
}

export function editBlogPath(blog: { blog_id: number }): string {
  return `${paths.adminBlogs}/edit/${blog.blog_id}`
}

/** `/student/blog/{id}-{title without slashes}` */
export function blogPath(blog: { blog_id: number; title: string }): string {
  return `${paths.blogList}/${blog.blog_id}-${encodeURIComponent(blog.title.replace(/[/\\]/g, ''))}`
}
