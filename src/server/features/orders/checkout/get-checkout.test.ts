import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { findSubject } from './get-checkout.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const NO_ID = 999_999_999

test.each([
  [true, 'course_not_found'],
  [false, 'path_not_found'],
])('what was deleted since its sale was read is not found (a course: %s)', async (isCourse, code) => {
  await expect(findSubject(t.db, isCourse, NO_ID)).rejects.toMatchObject({ code })
})
