import { expect, test } from 'vitest'
import { parseIdSegment } from '#contract/paths.ts'
import { publicCoursePath } from './public-course-path.ts'

test.each([
  ['CI/CD, from\tscratch!', '/courses/4-ci-cd-from-scratch'],
  ['  Crème brûlée: é, Straße, İ', '/courses/4-creme-brulee-e-straße-i'],
  ['مقدمة في قواعد البيانات', '/courses/4-مقدمة-في-قواعد-البيانات'],
  ['データベース入門', '/courses/4-データベース入門'],
  ['데이터베이스 입문', '/courses/4-데이터베이스-입문'],
  ['हिन्दी में SQL', '/courses/4-हिन्दी-में-sql'],
  ['🏮🏮', '/courses/4'],
  ['</script><script>alert(1)</script>', '/courses/4-script-script-alert-1-script'],
  ['"Quotes" & ‘more’', '/courses/4-quotes-more'],
  ['../../etc', '/courses/4-etc'],
])('builds the public path of %j as %s', (title, path) => {
  const built = publicCoursePath({ course_id: 4, title })
  expect(decodeURIComponent(built)).toBe(path)
  // Browsers must not write it differently, or the server would redirect for ever.
  expect(new URL(built, 'http://localhost').pathname).toBe(built)
  expect(parseIdSegment(built.split('/')[2])).toBe(4)
})

test('cuts a long slug between letters', () => {
  expect(publicCoursePath({ course_id: 4, title: 'a'.repeat(200) })).toBe(`/courses/4-${'a'.repeat(80)}`)
  expect(publicCoursePath({ course_id: 4, title: `${'a'.repeat(79)} b` })).toBe(`/courses/4-${'a'.repeat(79)}`)
  expect(decodeURIComponent(publicCoursePath({ course_id: 4, title: '𠀀'.repeat(100) }))).toBe(
    `/courses/4-${'𠀀'.repeat(80)}`,
  )
})
