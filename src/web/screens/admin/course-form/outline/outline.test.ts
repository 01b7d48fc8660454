import { expect, test } from 'vitest'
import { NEW_COURSE, newSection } from '../values/course-values.ts'
import { newLesson } from '../values/lesson-values.ts'
import { getInsertIndex, moveRow, removeSection, toOutline } from './outline.ts'

/** Capitals are sections, other letters lessons. */
const build = (text: string) => {
  let sectionKey: string | null = null
  const content = { ...NEW_COURSE, sections: [...NEW_COURSE.sections], materials: [...NEW_COURSE.materials] }
  for (const key of text) {
    if (key === key.toUpperCase()) content.sections.push({ ...newSection(), key: (sectionKey = key) })
    else content.materials.push({ ...newLesson('video', sectionKey), key })
  }
  return content
}
const show = (content: Parameters<typeof toOutline>[0]) =>
  toOutline(content)
    .map(({ key }) => key)
    .join('')

test.each([
  ['abc', 'a', 2, 'bca'],
  ['aBcDe', 'a', 1, 'BacDe'],
  ['aBcDe', 'e', 0, 'eaBcD'],
  ['aBcDe', 'c', 3, 'aBDce'],
  ['aBcDe', 'c', 1, 'acBDe'],
  ['aBcDe', 'B', 4, 'aDeBc'],
  ['aBcDe', 'D', 0, 'aDeBc'],
  ['aBcDe', 'D', 2, 'aDeBc'],
  ['aBcDeFg', 'F', 1, 'aFgBcDe'],
  ['abc', 'a', 3, 'abc'],
  ['abc', 'a', -1, 'abc'],
  ['abc', 'x', 1, 'abc'],
])('moves in %s the row %s to place %d: %s', (before, key, to, after) => {
  const moved = moveRow(build(before), key, to)
  expect(show(moved)).toBe(after)
  // The lessons of the form are in the outline's order, so that their numbers are.
  expect(moved.materials.map((lesson) => lesson.key).join('')).toBe(after.replaceAll(/[A-Z]/g, ''))
})

test('the lessons of a removed section join what comes before', () => {
  const content = build('aBcDe')
  expect(removeSection(content, 'D').materials.map(({ sectionKey }) => sectionKey)).toEqual([null, 'B', 'B'])
  expect(removeSection(content, 'B').materials.map(({ sectionKey }) => sectionKey)).toEqual([null, null, 'D'])
})

test('a lesson is added to the end of its section', () => {
  const content = build('aBcDEfg')
  expect([null, 'B', 'D', 'E'].map((key) => getInsertIndex(content, key))).toEqual([1, 2, 2, 4])
})

test('a lesson of a section that is not there comes before all sections', () => {
  const content = build('aBc')
  expect(show({ ...content, sections: [] })).toBe('ac')
})
