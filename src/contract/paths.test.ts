import { expect, test } from 'vitest'
import {
  blogPath,
  confirmPasswordPath,
  coursePath,
  parseIdSegment,
  parseNextPath,
  publicCoursePath,
  verifyCodePath,
  withNext,
} from './paths.ts'

test('builds a course path from the id and the title without whitespace and slashes', () => {
  expect(coursePath({ course_id: 4, title: 'CI/CD, from\tscratch' })).toBe('/student/CoursePage/4-CICD%2Cfromscratch')
})

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

test('goes on to the course with the longest title after signing in', () => {
  const path = coursePath({ course_id: 999_999_999, title: '東'.repeat(200) })
  expect(parseNextPath(path)).toBe(path)
})

test('builds a post path from the id and the title without slashes', () => {
  expect(blogPath({ blog_id: 9, title: 'On/off: a note?' })).toBe('/student/blog/9-Onoff%3A%20a%20note%3F')
})

test('encodes an email in a query string', () => {
  expect(verifyCodePath('mara+a@mail.example')).toBe('/verifycode?email=mara%2Ba%40mail.example')
  expect(confirmPasswordPath('mara@mail.example', '012345')).toBe('/confirmpass?email=mara%40mail.example&code=012345')
})

test.each([
  ['12-Title-with-dashes', 12],
  ['12', 12],
  ['x-12', 0],
  ['-12', 0],
  ['012-x', 0],
  ['99999999999999999-x', 0],
  [undefined, 0],
])('reads the segment %j as id %d', (segment, id) => {
  expect(parseIdSegment(segment)).toBe(id)
})

test.each(['/student/CoursePage/4-x', '/student/chat?student=3#end', '/dashboard', '/student/CoursePage/4-%C3%A9//a'])(
  'goes on to %s after signing in',
  (next) => {
    expect(parseNextPath(next)).toBe(next)
    expect(parseNextPath(new URL(withNext('/login', next), 'http://localhost').searchParams.get('next'))).toBe(next)
  },
)

test.each([
  null,
  undefined,
  '',
  'student/chat',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/\u0000/evil.example',
  '/student\\..\\..\\evil',
  'https://evil.example/student/chat',
  'https:/student/chat',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/..//evil.example',
  '/student/../logout',
  '//x/student/chat',
  'http://x/student/chat',
  '/a\r\nset-cookie: sid=1',
  `/${'a'.repeat(2_000)}`,
  '/login',
  '/Login/?next=/login',
  '/signup#x',
  '/logout',
  '/student/logout/',
  '/viewasstudent',
])('does not go on to %j after signing in', (next) => {
  expect(parseNextPath(next)).toBeNull()
})
