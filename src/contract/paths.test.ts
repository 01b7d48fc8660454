import { expect, test } from 'vitest'
import { blogPath, confirmPasswordPath, coursePath, parseIdSegment, verifyCodePath } from './paths.ts'

test('a course’s address is its id and its title without whitespace and slashes', () => {
  expect(coursePath({ course_id: 4, title: 'CI/CD, from\tscratch' })).toBe('/student/CoursePage/4-CICD%2Cfromscratch')
})

test('a post’s address is its id and its title without slashes', () => {
  expect(blogPath({ blog_id: 9, title: 'On/off: a note?' })).toBe('/student/blog/9-Onoff%3A%20a%20note%3F')
})

test('an e-mail in an address is written so that it is read back as it was', () => {
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
])('the id of %j is %d', (segment, id) => {
  expect(parseIdSegment(segment)).toBe(id)
})
