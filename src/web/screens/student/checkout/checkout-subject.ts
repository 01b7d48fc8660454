import type { CallInput } from '#contract/contract.ts'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { coursePath } from '#contract/paths.ts'
import type { Checkout } from '#contract/schemas/commerce/orders.ts'

/** What a call of the checkout names: the course or the path. */
export function getSubject({ course, path }: Checkout): CallInput<'getCheckout'> {
  if (path) return { path_id: path.path_id }
  return { course_id: course?.course_id }
}

/** Where the student goes on with what was bought. */
export function getSubjectPath({ course, path }: Checkout): string {
  if (path) return learningPathPath(path)
  return coursePath(course ?? { course_id: 0, title: '' })
}
