import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS, isErrorCode } from '#contract/errors.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
import { buildApp } from './app.ts'
import { site, users } from './platform/db/schema.ts'
import { at } from './testing/at.ts'
import { TINY_PNG, createPictureForm } from './testing/picture-form.ts'
import { type TestApp, createTestApp } from './testing/test-app.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'

const ACTORS = ['visitor', 'student', 'other student', 'removed user', 'admin', 'demoted admin'] as const
type Actor = (typeof ACTORS)[number]

/** What the student has: the others send the same bodies, naming them. */
interface Theirs {
  student_id: number
  email: string
  course_id: number
  lesson_id: number
  blog_id: number
  /** Whether the site is running. */
  running: boolean
}

interface Row {
  body: (theirs: Theirs) => object
  /** Expected status for each actor, in their order, while the site is running. */
  running: readonly [number, number, number, number, number, number]
  /** Whether it answers everyone in maintenance; else 503 to all but admins. */
  inMaintenance: boolean
}

const EVERYONE = [200, 200, 200, 200, 200, 200] as const
const USERS = [401, 200, 200, 401, 200, 200] as const
const ADMINS = [401, 403, 403, 401, 200, 403] as const
const ADMINS_BUT_NOT_THERE = [401, 403, 403, 401, 404, 403] as const
const THE_STUDENT_ONLY = [401, 200, 403, 401, 403, 403] as const
const WRONG_FOR_ALL = [400, 400, 400, 400, 400, 400] as const
const PASSWORD = 'a lantern in the fog'
let signUps = 0
const aCourseForm = () => ({
  title: 'New',
  description: '',
  price: 10,
  discount: 0,
  category: 'Cybersecurity Basics',
  tabs: 'a b',
  materials: [],
})
const aBlogForm = () => ({ title: 'New', subtitle: '', content: '<p>New</p>' })

const TABLE: Record<CallName, Row> = {
  session: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  logout: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  login: { body: ({ email }) => ({ email, password: PASSWORD }), running: EVERYONE, inMaintenance: true },
  signup: {
    body: () => ({
      first_name: 'New',
      last_name: 'Comer',
      email: `new${++signUps}@mail.example`,
      password: PASSWORD,
      birthdate: '2000-01-01',
    }),
    running: EVERYONE,
    inMaintenance: false,
  },
  getSignInMethods: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  forgotPass: { body: ({ email }) => ({ email }), running: EVERYONE, inMaintenance: true },
  verifyCode: { body: ({ email }) => ({ email, code: '000000' }), running: WRONG_FOR_ALL, inMaintenance: true },
  resetPass: {
    body: ({ email }) => ({ email, code: '000000', password: PASSWORD }),
    running: WRONG_FOR_ALL,
    inMaintenance: true,
  },
  getUserData: {
    body: ({ student_id }) => ({ id: student_id }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  updateUser: {
    body: ({ student_id, email }) => ({
      student_id,
      email,
      first_name: 'A',
      last_name: 'B',
      birthdate: '2000-01-01',
      gender: 'Female',
    }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  confirmEmail: { body: () => ({ token: 'x' }), running: WRONG_FOR_ALL, inMaintenance: false },
  handleUploads: {
    body: ({ student_id }) => ({ id: student_id, image: TINY_PNG }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getAccount: { body: () => ({}), running: USERS, inMaintenance: false },
  changePassword: {
    body: () => ({ password: PASSWORD, new_password: `${PASSWORD}!` }),
    running: USERS,
    inMaintenance: false,
  },
  endSession: {
    body: () => ({ session_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  endOtherSessions: { body: () => ({}), running: USERS, inMaintenance: false },
  getOwnData: { body: () => ({}), running: USERS, inMaintenance: false },
  // Whoever types another's e-mail deletes nothing.
  deleteAccount: {
    body: ({ email }) => ({ confirmation: email, password: PASSWORD }),
    running: [401, 200, 400, 401, 403, 400],
    inMaintenance: false,
  },
  getMsg: {
    body: ({ student_id }) => ({ page: 1, sender_id: student_id }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getAdminId: { body: () => ({}), running: USERS, inMaintenance: false },
  getConversations: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  markRead: {
    body: ({ student_id }) => ({ student_id, msg_id: 1 }),
    running: [401, 200, 403, 401, 200, 403],
    inMaintenance: false,
  },
  getNotifications: { body: () => ({ page: 1 }), running: USERS, inMaintenance: false },
  readNotifications: { body: () => ({}), running: USERS, inMaintenance: false },
  setChatMails: { body: () => ({ chatMails: true }), running: USERS, inMaintenance: false },
  getEnrolledCourses: {
    body: ({ student_id }) => ({ page: 1, student_id }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  getBlogData: { body: () => ({ page: 1 }), running: EVERYONE, inMaintenance: false },
  completeCourse: {
    body: ({ student_id, course_id, lesson_id }) => ({ id: lesson_id, course_id, user_id: student_id, value: true }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  saveLessonPosition: {
    body: ({ lesson_id }) => ({ id: lesson_id, position: 5 }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  addComment: {
    body: ({ student_id, blog_id }) => ({ blog_id, student_id, comment_text: 'Well said.' }),
    running: [401, 200, 403, 401, 403, 403],
    inMaintenance: false,
  },
  getComments: { body: ({ blog_id }) => ({ page: 1, blog_id }), running: EVERYONE, inMaintenance: false },
  getOwnComments: { body: ({ blog_id }) => ({ blog_id }), running: USERS, inMaintenance: false },
  deleteComment: {
    body: () => ({ comment_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  addReview: {
    body: ({ student_id, course_id }) => ({ course_id, student_id, review_text: 'Clear and short.', stars: 5 }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  getReviewSummary: { body: ({ course_id }) => ({ course_id }), running: USERS, inMaintenance: false },
  deleteReview: {
    body: () => ({ review_id: 999_999_999 }),
    running: [401, 404, 404, 401, 404, 404],
    inMaintenance: false,
  },
  getReviews: { body: ({ course_id }) => ({ page: 1, course_id }), running: USERS, inMaintenance: false },
  getCourseData: {
    body: ({ course_id, student_id }) => ({ course_id, student_id }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  enrollCourse: {
    body: ({ course_id, student_id }) => ({ course_id, student_id }),
    running: THE_STUDENT_ONLY,
    inMaintenance: false,
  },
  getCourses: { body: () => ({ page: 1 }), running: EVERYONE, inMaintenance: false },
  getUsers: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  setViewAsStudent: { body: () => ({ on: false }), running: [401, 403, 403, 401, 200, 403], inMaintenance: true },
  getUserDetails: { body: ({ student_id }) => ({ user_id: student_id }), running: ADMINS, inMaintenance: false },
  endUserSessions: { body: () => ({ user_id: 999_999_999 }), running: ADMINS_BUT_NOT_THERE, inMaintenance: false },
  findTakenEmails: { body: ({ email }) => ({ emails: [email] }), running: ADMINS, inMaintenance: false },
  importUsers: {
    body: () => ({ users: [{ first_name: 'New', last_name: 'Comer', email: `brought${++signUps}@mail.example` }] }),
    running: ADMINS,
    inMaintenance: false,
  },
  getCoursesAdmin: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getCourseForm: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  getBlogsAdmin: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  getBlogForm: { body: ({ blog_id }) => ({ blog_id }), running: ADMINS, inMaintenance: false },
  getSystemLog: { body: () => ({ page: 1 }), running: ADMINS, inMaintenance: false },
  findAnything: { body: () => ({ search_text: 'a' }), running: ADMINS, inMaintenance: false },
  deleteUser: { body: () => ({ user_id: 999_999_999 }), running: ADMINS_BUT_NOT_THERE, inMaintenance: false },
  deleteCourse: { body: () => ({ course_id: 999_999_999 }), running: ADMINS_BUT_NOT_THERE, inMaintenance: false },
  deleteBlog: { body: () => ({ blog_id: 999_999_999 }), running: ADMINS_BUT_NOT_THERE, inMaintenance: false },
  duplicateCourse: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  getAnalystic: { body: () => ({}), running: ADMINS, inMaintenance: false },
  getAnalysticByDay: { body: () => ({ days: 30 }), running: ADMINS, inMaintenance: false },
  getTopCourses: { body: () => ({ days: 30 }), running: ADMINS, inMaintenance: false },
  getCourseFunnel: { body: ({ course_id }) => ({ course_id }), running: ADMINS, inMaintenance: false },
  addBlog: { body: () => aBlogForm(), running: ADMINS, inMaintenance: false },
  updateBlog: { body: ({ blog_id }) => ({ blog_id, ...aBlogForm() }), running: ADMINS, inMaintenance: false },
  addContentPicture: { body: () => ({ id: 1, image: TINY_PNG }), running: ADMINS, inMaintenance: false },
  addCourse: { body: () => aCourseForm(), running: ADMINS, inMaintenance: false },
  updateCourse: { body: ({ course_id }) => ({ course_id, ...aCourseForm() }), running: ADMINS, inMaintenance: false },
  getMaintenace: { body: () => ({}), running: EVERYONE, inMaintenance: true },
  setMaintenance: { body: ({ running }) => ({ status: running }), running: ADMINS, inMaintenance: false },
}

/** The calls of the spec's section 7; `auth/google` and the socket are routes of their own. */
const SPEC: Record<string, string> = {
  session: 'GET',
  logout: 'GET',
  login: 'POST',
  signup: 'POST',
  forgotPass: 'POST',
  verifyCode: 'POST',
  resetPass: 'POST',
  getUserData: 'POST',
  updateUser: 'PUT',
  handleUploads: 'POST',
  getMsg: 'POST',
  getAdminId: 'GET',
  getEnrolledCourses: 'POST',
  getBlogData: 'POST',
  addComment: 'POST',
  getComments: 'POST',
  completeCourse: 'PUT',
  addReview: 'POST',
  getReviews: 'POST',
  getCourseData: 'POST',
  enrollCourse: 'PUT',
  getCourses: 'POST',
  getUsers: 'POST',
  getCoursesAdmin: 'POST',
  getSystemLog: 'POST',
  deleteUser: 'POST',
  deleteCourse: 'POST',
  deleteBlog: 'POST',
  addCourse: 'POST',
  updateCourse: 'PUT',
  getAnalystic: 'GET',
  getMaintenace: 'GET',
  setMaintenance: 'POST',
  addBlog: 'POST',
  updateBlog: 'PUT',
}
/** Calls of our own beside the spec's. */
const OURS = [
  ...[
    'saveLessonPosition',
    'getSignInMethods',
    'confirmEmail',
    'getAccount',
    'changePassword',
    'endSession',
    'endOtherSessions',
  ],
  ...[
    'getOwnData',
    'deleteAccount',
    'getConversations',
    'markRead',
    'getNotifications',
    'readNotifications',
    'setChatMails',
  ],
  ...['getOwnComments', 'deleteComment', 'getReviewSummary', 'deleteReview'],
  ...[
    'setViewAsStudent',
    'getUserDetails',
    'endUserSessions',
    'findTakenEmails',
    'importUsers',
    'getCourseForm',
    'duplicateCourse',
    'findAnything',
  ],
  ...['getBlogsAdmin', 'getBlogForm', 'addContentPicture', 'getAnalysticByDay', 'getTopCourses', 'getCourseFunnel'],
]

const NAMES = CALL_NAMES

let t: TestApp
let inMaintenance: FastifyInstance
beforeAll(async () => {
  t = await createTestApp()
  await t.call('getMaintenace', {})
})
afterAll(() => t.close())

/** A cookie of this actor's, never used before. */
async function cookieOf(actor: Actor, studentId: number): Promise<string | undefined> {
  if (actor === 'visitor') return undefined
  if (actor === 'student') return t.make.cookie(studentId)
  const { id, cookie } = await t.make.signedIn({
    role: actor === 'admin' || actor === 'demoted admin' ? 'admin' : 'student',
  })
  if (actor === 'removed user') await t.db.delete(users).where(eq(users.id, id))
  if (actor === 'demoted admin') await t.db.update(users).set({ role: 'student' }).where(eq(users.id, id))
  return cookie
}

async function theirs(running = true): Promise<Theirs> {
  const student = await t.make.user({ password: PASSWORD })
  const course = await t.make.course()
  await t.make.enrollment(student.id, course.id)
  const blog = await t.make.post()
  return {
    student_id: student.id,
    email: student.email,
    course_id: course.id,
    lesson_id: at(course.lessons).id,
    blog_id: blog.id,
    running,
  }
}

async function ask(app: FastifyInstance, name: CallName, body: object, cookie?: string) {
  const method = getCall(name).method
  const { headers = {}, payload = body } = getCall(name).isMultipart ? await createPictureForm(body) : {}
  const options: InjectOptions = { method, url: `${API_BASE}/${name}`, ...(method !== 'GET' && { payload }) }
  const response = await app.inject({ ...options, headers: { ...headers, ...(cookie && { cookie }) } })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

function expectEnvelope(name: CallName, status: number, body: Record<string, unknown>) {
  const endpoint: Endpoint = contract[name]
  const under = getResponseKey(name)
  if (status === 200) {
    expect(body.status).toBe(true)
    expect(Object.keys(body).sort()).toEqual([under, 'status', ...(endpoint.nextPage ? ['nextPage'] : [])].sort())
    expect(endpoint.output.safeParse(body[under]).error).toBeUndefined()
  } else {
    expect(Object.keys(body).sort()).toEqual(['code', 'status', under].sort())
    expect(body.status).toBe(false)
    expect(body[under]).toBeTypeOf('string')
    expect(isErrorCode(body.code) && ERRORS[body.code][0]).toBe(status)
  }
}

describe.each(NAMES)('%s', (name) => {
  test('answers each actor as the table says, in its envelope', async () => {
    const row = TABLE[name]
    const fixture = await theirs()
    const statuses: number[] = []
    for (const actor of ACTORS) {
      const { status, body } = await ask(t.app, name, row.body(fixture), await cookieOf(actor, fixture.student_id))
      expectEnvelope(name, status, body)
      statuses.push(status)
    }
    expect(statuses).toEqual(row.running)
  })
})

describe('in maintenance', () => {
  beforeAll(async () => {
    await t.db
      .insert(site)
      .values({ running: false })
      .onConflictDoUpdate({ target: site.id, set: { running: false } })
    // As after a restart: the switch is in the database.
    inMaintenance = await buildApp({ env: t.env, database: t.database })
  })
  afterAll(() => inMaintenance.close())

  test.each(NAMES)('%s answers each actor as the table says', async (name) => {
    const row = TABLE[name]
    const fixture = await theirs(false)
    for (const [place, actor] of ACTORS.entries()) {
      const { status, body } = await ask(
        inMaintenance,
        name,
        row.body(fixture),
        await cookieOf(actor, fixture.student_id),
      )
      const isOpen = row.inMaintenance || actor === 'admin'
      expect([actor, status]).toEqual([actor, isOpen ? row.running[place] : 503])
      expectEnvelope(name, status, body)
      if (!isOpen) expect(body.code).toBe('maintenance')
    }
  })

  test('the refusal says when to try again, and getMaintenace says why', async () => {
    const refused = await inMaintenance.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await inMaintenance.inject('/api/getMaintenace')).json()).toEqual({
      status: true,
      msg: [{ status: false }],
    })
  })
})

test('the table holds every call and nothing else', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...NAMES].sort())
})

test('each call is one of the spec’s with the spec’s method, or one of ours', () => {
  expect(NAMES.filter((name) => !OURS.includes(name) && SPEC[name] !== getCall(name).method)).toEqual([])
})

test('each call is at its own name under the API’s base, and only by its own method', async () => {
  for (const name of NAMES) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await t.app.inject({ method, url: `/api/${name}`, ...(method !== 'GET' && { payload: {} }) })
      const { code } = response.json()
      if (method === getCall(name).method) expect([name, code]).not.toEqual([name, 'page_not_found'])
      else expect([name, response.statusCode, code]).toEqual([name, 404, 'page_not_found'])
    }
  }
})

test('every error of the catalogue is made somewhere in the server', () => {
  const folder = join(PROJECT_ROOT, 'src/server')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  const ofTheServer = Object.keys(ERRORS).filter((code) => code !== 'connection')
  expect(ofTheServer.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('what is not there is a 404 in the envelope', async () => {
  for (const url of [
    '/api',
    '/api/',
    '/api/nope',
    '/api/login/x',
    '/apilogin',
    '/api//login',
    '//api/login',
    '//',
    '/API/session',
    '/api/__proto__',
    '/api/constructor',
    '/api/.env',
    '/nope',
  ]) {
    const response = await t.app.inject(url)
    expect([url, response.statusCode, response.json()]).toEqual([
      url,
      404,
      { status: false, code: 'page_not_found', msg: 'Page is not found' },
    ])
  }
})

test('addresses and methods that make no sense never fail the server, and leave the envelope on', async () => {
  const urls = [
    '/%zz',
    '/api/%zz',
    '/api/%',
    '/api/%E0%A4%A',
    '/uploads/%zz',
    '/api/%00',
    '/api/session%00',
    '/api/session;a=b',
    `/${'a'.repeat(65_536)}`,
    `/api/session?${'a=b&'.repeat(16_384)}`,
    `/uploads/${'a'.repeat(65_536)}`,
    '/api/session/../../etc/passwd',
    '/api/session#x',
    '/api\\session',
  ]
  const methods = [
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'LOCK',
    'CONNECT',
  ] as unknown as InjectOptions['method'][]
  for (const url of urls) {
    for (const method of methods) {
      const response = await t.app.inject({ method: method ?? 'GET', url })
      expect([method, url.slice(0, 40), response.statusCode < 500]).toEqual([method, url.slice(0, 40), true])
      expect(response.json()).toMatchObject({ status: expect.any(Boolean) })
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(response.headers['content-security-policy']).toBeDefined()
    }
    const head = await t.app.inject({ method: 'HEAD', url })
    expect([head.statusCode < 500, head.body]).toEqual([true, expect.any(String)])
  }
})
