import { expect, test } from 'vitest'
import { findLessonAddressProblem, isAllowedPicture } from './addresses.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', null],
  ['https://media.example/a.mp4', null],
  ['https://media.example/lesson', null],
  ['/uploads/0123.webm', null],
  ['http://media.example/a.mp4', 'not_secure'],
  ['HTTP://media.example/a.mp4', 'not_secure'],
  ['https://media.example/a.AVI?x=1', 'not_a_video'],
  ['https://media.example/a.pdf#page=2', 'not_a_video'],
  ['https://media.example/watch?file=a.avi', null],
  ['not an address', null],
])('finds the problem of the lesson address %s: %s', (url, problem) => {
  expect(findLessonAddressProblem(url)).toBe(problem)
})

test.each([
  ['https://pictures.example/a.png', true],
  ['/uploads/0123.webp', true],
  ['data:image/png;base64,AAAA', true],
  ['http://pictures.example/a.png', false],
  ['//pictures.example/a.png', false],
  ['data:image/svg+xml;base64,AAAA', false],
  ['/uploads/../session', false],
  ['', false],
])('tells whether pages may show %s: %s', (src, isAllowed) => {
  expect(isAllowedPicture(src)).toBe(isAllowed)
})
