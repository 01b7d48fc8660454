import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getBlogData } from '#contract/schemas/blogs.ts'
import { completeCourse, getCourses, getEnrolledCourses } from '#contract/schemas/courses.ts'
import { login, session, signup } from '#contract/schemas/session.ts'
import type { Schema } from './api-description.ts'
import { getBodyVariants, formatType } from './describe-schema.ts'

// The contract's own schemas, as the server describes them.
const input = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
const output = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema
const rows = (schema: Schema) =>
  getBodyVariants(schema).map(({ fields }) =>
    fields.map(({ name, type, limits, isRequired }) => [name, type, limits, isRequired]),
  )

test('a field is told with its type and limits, and whether it must be there', () => {
  expect(rows(input(signup.input))).toEqual([
    [
      ['first_name', 'string', '1 to 80 characters', true],
      ['last_name', 'string', '1 to 80 characters', true],
      ['email', 'string', '1 to 254 characters', true],
      ['password', 'string', '8 to 256 characters', true],
      ['gender', 'one of "Male", "Female"', '"Male" if left out', false],
      ['birthdate', 'string', '', true],
    ],
  ])
})

test('numbers are told with their span, and what may be null too', () => {
  expect(rows(input(getCourses.input))[0]?.[0]).toEqual(['page', 'integer or null', '1 to 100,000', true])
})

test('fields that are never believed stand apart', () => {
  const [form] = getBodyVariants(input(completeCourse.input))
  expect(form?.fields.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'id'],
    ['course_id', 'id'],
    ['value', 'boolean'],
    ['user_id', 'id'],
  ])
  expect(form?.ignored).toEqual(['lessons', 'email', 'first_name', 'title'])
})

test('a body of either form is told as two', () => {
  expect(rows(input(getBlogData.input)).map((fields) => fields.map(([name]) => name))).toEqual([
    ['blog_id'],
    ['page', 'blog_id'],
  ])
})

test('what is inside a list is told with its path', () => {
  const materials: Schema = {
    type: 'object',
    required: ['materials'],
    properties: {
      materials: {
        type: 'array',
        maxItems: 500,
        items: { type: 'object', properties: { title: { type: 'string', maxLength: 200 } } },
      },
    },
  }
  expect(rows(materials)).toEqual([
    [
      ['materials', 'list of objects', 'at most 500 entries', true],
      ['materials[].title', 'string', 'at most 200 characters', false],
    ],
  ])
})

test('an answer is written as a type', () => {
  expect(formatType(output(login.output))).toBe('string')
  expect(formatType(output(session.output))).toMatch(
    /^\{\n {2}loggedIn: boolean\n {2}userData: \{\n {4}student_id: integer\n/,
  )
  expect(formatType(output(session.output))).toContain('    gender: "Male" | "Female" | null\n')
  expect(formatType(output(session.output))).toContain('    joined_at: date-time\n')
  expect(formatType(output(getEnrolledCourses.output))).toMatch(
    /^\[\{\n[^]*\}\[\], \[\{\n {2}"COUNT\(\*\)": integer\n\}\]\]$/,
  )
})
