import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CallName } from '#contract/calls.ts'
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

const sendWith = <Name extends CallName>(name: Name, input: CallInput<Name>) => [name, () => call(name, input)] as const

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

// The payloads of spec.md, section 7. What the screens send themselves is in the second column.
const PAYLOADS: [...ReturnType<typeof sendWith>, string][] = [
  [...sendWith('login', { email: 'a@mail.example', password: 'b' }), 'email password'],
  [...sendWith('getUserData', {}), 'id'],
  [
    ...sendWith('updateUser', { ...PROFILE, isImageChange: true }),
    'student_id first_name last_name email birthdate image_url gender isImageChange',
  ],
  [...sendWith('getMsg', { page: 1 }), 'page sender_id receiver_id'],
  [
    ...sendWith('getEnrolledCourses', { page: 1, search_text: '', select_data: '' }),
    'page student_id search_text select_data',
  ],
  [
    ...sendWith('addComment', { blog_id: 3, blog_title: 'T', comment_text: 'x' }),
    'blog_id blog_title student_id email first_name role comment_text',
  ],
  [
    ...sendWith('completeCourse', { id: 1, course_id: 2, value: true, lessons: 3, title: 'T' }),
    'user_id course_id lessons email first_name id value title',
  ],
  [
    ...sendWith('addReview', { course_id: 2, course_title: 'T', review_text: 'x', stars: 5 }),
    'course_id course_title student_id email first_name image_url role review_text stars',
  ],
  [...sendWith('getCourseData', { course_id: 2 }), 'course_id student_id email first_name image_url role'],
  [
    ...sendWith('enrollCourse', { course_id: 2, course_title: 'T' }),
    'student_id course_id course_title first_name email',
  ],
  [...sendWith('addCourse', { ...COURSE, materials: [] }), 'title materials student_id role email'],
  [
    ...sendWith('updateCourse', { ...COURSE, course_id: 2, materials: [] }),
    'course_id title materials student_id role email',
  ],
  [...sendWith('setMaintenance', { status: true }), 'student_id email first_name status'],
  [...sendWith('addBlog', BLOG), 'title subtitle content admin_id role email'],
  [...sendWith('updateBlog', { ...BLOG, blog_id: 3 }), 'title subtitle content admin_id role email'],
]

test.each(PAYLOADS)('sends with %s the fields that the specification lists', async (_name, send, fields) => {
  await send()
  expect(Object.keys(body)).toEqual(expect.arrayContaining(fields.split(' ')))
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
