import { expect, test } from 'vitest'
import type { Lesson } from '#contract/schemas/courses.ts'
import { buildLesson } from '#web/testing/factories.ts'
import { findCurrentLesson, findNextLesson, findPreviousLesson } from './current-lesson.ts'

const lesson = (material_id: number, values: Partial<Lesson> = {}) => buildLesson({ material_id, ...values })

test('finds the lesson named in the URL', () => {
  expect(findCurrentLesson([lesson(1), lesson(2)], '2')?.material_id).toBe(2)
})

test('falls back to the first lesson not completed, then to the first', () => {
  expect(findCurrentLesson([lesson(1, { isCompleted: true }), lesson(2)], null)?.material_id).toBe(2)
  expect(findCurrentLesson([lesson(1, { isCompleted: true })], null)?.material_id).toBe(1)
})

test('skips locked lessons, even when named in the URL', () => {
  const lessons = [lesson(1, { url: '' }), lesson(2, { url: '' }), lesson(3)]
  expect(findCurrentLesson(lessons, '1')?.material_id).toBe(3)
  expect(findCurrentLesson([lesson(1, { url: '' })], null)).toBeUndefined()
})

test('finds the next unlocked lesson', () => {
  const lessons = [lesson(1), lesson(2, { url: '' }), lesson(3)]
  expect(findNextLesson(lessons, lessons[0] as Lesson)?.material_id).toBe(3)
  expect(findNextLesson(lessons, lessons[2] as Lesson)).toBeUndefined()
})

test('finds the previous unlocked lesson', () => {
  const lessons = [lesson(1), lesson(2, { url: '' }), lesson(3)]
  expect(findPreviousLesson(lessons, lessons[2] as Lesson)?.material_id).toBe(1)
  expect(findPreviousLesson(lessons, lessons[0] as Lesson)).toBeUndefined()
})
