import { expect, test } from 'vitest'
import { confirmPasswordPath, verifyCodePath } from './paths/account-paths.ts'
import { coursePath, parseIdSegment, parseNextPath, withNext } from './paths.ts'
import { blogPath } from './paths/record-paths.ts'

test('builds a course path from the id and the title without whitespace and slashes', () => {
  expect(coursePath({ course_id: 4, title: 'CI/CD, from\tscratch' })).toBe('/student/CoursePage/4-CICD%2Cfromscratch')
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
  '/forgotpassword',
  '/verifycode?email=mara%40mail.example',
  '/confirmpass?code=012345',
  '/confirmemail?token=x',
])('does not go on to %j after signing in', (next) => {
  expect(parseNextPath(next)).toBeNull()
})
