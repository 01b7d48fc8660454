import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getBlogData } from '#contract/schemas/blogs.ts'
import { getCourseForm } from '#contract/schemas/admin-courses.ts'
import { addCourse } from '#contract/schemas/course-form.ts'
import { completeCourse, getCourses, getEnrolledCourses } from '#contract/schemas/courses.ts'
import { login, session, signup } from '#contract/schemas/accounts/session.ts'
import type { Schema } from './api-description.ts'
import { getBodyVariants, formatType } from './describe-schema.ts'

// The server generates its OpenAPI schemas the same way.
const input = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
const output = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema
const rows = (schema: Schema) =>
  getBodyVariants(schema).map(({ fields }) =>
    fields.map(({ name, type, limits, isRequired }) => [name, type, limits, isRequired]),
  )

test('describes a field by type, limits and whether it is required', () => {
  expect(rows(input(signup.input))).toEqual([
    [
      ['first_name', 'string', '1 to 80 characters', true],
      ['last_name', 'string', '1 to 80 characters', true],
      ['email', 'string', '1 to 254 characters', true],
      ['password', 'string', '8 to 256 characters', true],
      ['gender', 'one of "Male", "Female"', '"Male" by default', false],
      ['birthdate', 'string', '', true],
    ],
  ])
})

test('describes a number by its range and nullability', () => {
  expect(rows(input(getCourses.input))[0]?.[0]).toEqual(['page', 'integer or null', '1 to 100,000', true])
})

test('separates ignored fields', () => {
  const [variant] = getBodyVariants(input(completeCourse.input))
  expect(variant?.fields.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'id'],
    ['course_id', 'id'],
    ['value', 'boolean'],
    ['user_id', 'id'],
  ])
  expect(variant?.ignored).toEqual(['lessons', 'email', 'first_name', 'title'])
})

test('describes a union body as two variants', () => {
  expect(rows(input(getBlogData.input)).map((fields) => fields.map(([name]) => name))).toEqual([
    ['blog_id'],
    ['page', 'blog_id'],
  ])
})

test('describes list items by their path', () => {
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

test('describes the fields of a nullable object and of objects of several kinds', () => {
  const [fields = []] = rows(input(addCourse.input))
  const getRow = (name: string) => fields.find(([path]) => path === name)
  expect(getRow('materials[].quiz.pass_mark')).toEqual([
    'materials[].quiz.pass_mark',
    'integer',
    '0 to 100; 70 by default',
    false,
  ])
  const question = 'materials[].quiz.questions[]'
  expect(getRow('materials[].quiz.questions')?.[1]).toBe('list of objects')
  expect(getRow(`${question}.kind`)).toEqual([
    `${question}.kind`,
    '"single" or "multiple" or "true_false" or "short_text" or "number" or "ordering" or "matching"',
    '',
    true,
  ])
  expect(getRow(`${question}.correct`)?.[1]).toBe('string or list of strings or boolean or number')
  expect(getRow(`${question}.options[].text`)?.[3]).toBe(true)
  expect(fields.filter(([path]) => path === `${question}.text`)).toHaveLength(1)
  const form = formatType(output(getCourseForm.output))
  expect(form).not.toContain('anything[]')
  expect(form).toContain('kind: "true_false"')
})

test('formats a response as a type', () => {
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
