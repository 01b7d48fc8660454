import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CallName } from '#contract/calls.ts'
import { SPEC_CALLS } from '#contract/calls/spec-calls.ts'
import { buildUser } from '#web/testing/factories.ts'
import { call, setActorSource } from './api.ts'

const ACTOR = { ...buildUser({ image_url: 'mara.webp' }) }
const ADMIN_ID = 1
const realFetch = globalThis.fetch

/** The body of the last request. */
let body: Record<string, unknown>
beforeEach(() => {
  setActorSource(() => ({ user: ACTOR, adminId: ADMIN_ID }))
  globalThis.fetch = async (_url, init) => {
    body = JSON.parse(String(init?.body))
    return Response.json({ status: true, msg: '', data: '' })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  setActorSource(() => ({ user: null, adminId: undefined }))
})

const BLOG = { title: 'T', subtitle: 'S', content: '' }
const COURSE = {
  title: 'T',
  description: '',
  price: 1,
  discount: 0,
  category: 'Cybersecurity Basics' as const,
  tabs: '',
}
const PROFILE = { first_name: 'M', last_name: 'I', email: 'm@mail.example', birthdate: null, gender: null }

/** What the screens send themselves. */
const INPUTS: { [Name in CallName]?: CallInput<Name> } = {
  getUserData: {},
  updateUser: { ...PROFILE, isImageChange: true },
  getMsg: { page: 1 },
  getEnrolledCourses: { page: 1, search_text: '', select_data: '' },
  addComment: { blog_id: 3, blog_title: 'T', comment_text: 'x' },
  completeCourse: { id: 1, course_id: 2, value: true, lessons: 3, title: 'T' },
  addReview: { course_id: 2, course_title: 'T', review_text: 'x', stars: 5 },
  getCourseData: { course_id: 2 },
  enrollCourse: { course_id: 2, course_title: 'T' },
  addCourse: { ...COURSE, materials: [] },
  updateCourse: { ...COURSE, image_url: '', course_id: 2, materials: [] },
  setMaintenance: { status: true },
  addBlog: BLOG,
  updateBlog: { ...BLOG, blog_id: 3, image_url: '' },
}

const ACTOR_FIELDS = ['student_id', 'admin_id', 'user_id', 'sender_id', 'id', 'role']

/** The calls of the specification whose payload names the acting user, as `deleteUser` and `handleUploads` do not. */
const NAMING_CALLS = SPEC_CALLS.filter(
  ({ path, fields }) =>
    fields.some((field) => ACTOR_FIELDS.includes(field)) && !['/deleteUser', '/handleUploads'].includes(path),
).map(({ path, fields }) => ({ name: path.slice(1) as CallName, fields }))

test.each(NAMING_CALLS)('sends with $name the fields that the specification lists', async ({ name, fields }) => {
  const input = INPUTS[name]
  if (!input) throw new Error('Add an input')
  await call(name, input)
  expect(Object.keys(body)).toEqual(expect.arrayContaining(fields))
})

test('sends the acting user as the session has it', async () => {
  await call('addReview', { course_id: 2, review_text: 'x', stars: 5 })
  expect(body).toEqual({
    course_id: 2,
    review_text: 'x',
    stars: 5,
    student_id: ACTOR.student_id,
    email: ACTOR.email,
    first_name: ACTOR.first_name,
    image_url: 'mara.webp',
    role: 'student',
  })
})

test('keeps what the screen sends', async () => {
  await call('getUserData', { id: 9 })
  expect(body).toEqual({ id: 9 })
  await call('getMsg', { page: 1, receiver_id: 9 })
  expect(body).toEqual({ page: 1, sender_id: ACTOR.student_id, receiver_id: 9 })
  await call('updateUser', PROFILE)
  expect(body).toMatchObject(PROFILE)
})

test("does not send an admin's picture as the course's", async () => {
  await call('addCourse', { ...COURSE, materials: [] })
  expect(body).not.toHaveProperty('image_url')
})

test('adds nothing for a visitor or to a call that names nobody', async () => {
  await call('getComments', { page: 1, blog_id: 3 })
  expect(body).toEqual({ page: 1, blog_id: 3 })
  setActorSource(() => ({ user: null, adminId: undefined }))
  await call('getEnrolledCourses', { page: 1 })
  expect(body).toEqual({ page: 1 })
})
