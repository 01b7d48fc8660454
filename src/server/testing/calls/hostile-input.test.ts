import { expect, test } from 'vitest'
import { CALL_NAMES } from '#contract/calls.ts'
import { applyHostility, getFields } from './hostile-input.ts'

const replaceAt = (place: number) => ({ mutations: [{ place, kind: 'replace' as const, value: 'hostile' }] })

test.each(CALL_NAMES)('%s gets a hostile value in each of its fields', (name) => {
  const fields = getFields(name)
  const changed = fields.map((_, place) => Object.keys(applyHostility(name, {}, replaceAt(place)) as object))
  expect(changed.flat()).toEqual(fields)
})

test('changes what is deep in an input, and leaves the input as it is', () => {
  const input = { course_id: 1, materials: [{ title: 'A', quiz: { questions: [] } }], title: 'T' }
  const bodies = Array.from({ length: 8 }, (_, place) => applyHostility('addCourse', input, replaceAt(place)))
  expect(bodies).toContainEqual({ ...input, materials: [{ title: 'A', quiz: { questions: 'hostile' } }] })
  expect(bodies).toContainEqual({ ...input, title: 'hostile' })
  expect(input).toEqual({ course_id: 1, materials: [{ title: 'A', quiz: { questions: [] } }], title: 'T' })
})
