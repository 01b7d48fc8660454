import type { Request } from 'autocannon'
import { type SignedInStudent, WORDS } from './generate.ts'
import { toRequest } from './requests.ts'

const SEARCHES_PER_RUN = 20_000

interface ReadRow {
  call: string
  requests: Request[]
  goal: number
}

/** The most frequent reads, and their goals as a share of the floor. */
export function readRows(students: SignedInStudent[], adminCookie: string): ReadRow[] {
  const toStudentRequests = (make: (student: SignedInStudent) => Request) => students.map(make)
  return [
    { call: 'POST /getCourses, page 1', requests: [toRequest('getCourses', { page: 1 })], goal: 0.5 },
    {
      call: 'POST /getCourses, a search asked before',
      requests: [toRequest('getCourses', { page: 1, search_text: 'Indexes', select_data: 'Paid' })],
      goal: 0.5,
    },
    { call: 'POST /getBlogData, page 1', requests: [toRequest('getBlogData', { page: 1 })], goal: 0.5 },
    { call: 'GET /getMaintenace', requests: [toRequest('getMaintenace', {})], goal: 0.5 },
    { call: 'GET /getAnalystic', requests: [toRequest('getAnalystic', {}, adminCookie)], goal: 0.5 },
    {
      call: 'GET /session, signed in',
      requests: toStudentRequests(({ cookie }) => toRequest('session', {}, cookie)),
      goal: 0.4,
    },
    {
      call: 'POST /getCourseData, signed in',
      requests: toStudentRequests(({ cookie, courses: [course] }) =>
        toRequest('getCourseData', { course_id: course?.id ?? 0 }, cookie),
      ),
      goal: 0.25,
    },
    {
      call: 'POST /getEnrolledCourses, signed in',
      requests: toStudentRequests(({ cookie }) => toRequest('getEnrolledCourses', { page: 1 }, cookie)),
      goal: 0.25,
    },
    { call: 'GET / (landing, HTML)', requests: [{ path: '/' }], goal: 0.3 },
    { call: 'GET /student/allcourses (HTML)', requests: [{ path: '/student/allcourses' }], goal: 0.3 },
  ]
}

/** Searches that are in no cache: a word and a number, each in another mixture of cases. */
export function searchRow() {
  let searchCount = 0
  const search = (): Request => {
    const index = searchCount++
    const word = WORDS.second[index % WORDS.second.length] ?? ''
    const mixedCase = [...word].map((letter, bit) => ((index >> bit) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    const number = index % 5 === 0 ? '' : ` ${Math.floor(index / WORDS.second.length) % 100}`
    return toRequest('getCourses', { page: 1, search_text: mixedCase.join('') + number })
  }
  return {
    call: 'POST /getCourses, a search asked for the first time, 10 connections',
    requests: () => Array.from({ length: SEARCHES_PER_RUN }, search),
    connections: 10,
    goalMs: 30,
  }
}

const COURSES_PER_STUDENT = 20

/** Who may watch a course with a price. From run to run the body is written in another way, so that no answer is cached. */
export function accessRows(students: SignedInStudent[]) {
  const { owned, others } = pairWithPricedCourses(students)
  const toRows = (pairs: typeof owned) => (run: number) =>
    pairs.map(({ course_id, id, cookie }) => {
      const forms = [{ course_id, student_id: id }, { student_id: id, course_id }, { course_id }]
      return toRequest('getCourseData', forms[run % forms.length] ?? { course_id }, cookie)
    })
  const limits = { connections: 10, goalMs: 60 }
  return [
    {
      call: 'access check: POST /getCourseData with an entitlement, 10 connections',
      requests: toRows(owned),
      ...limits,
    },
    { call: 'access check: POST /getCourseData without one, 10 connections', requests: toRows(others), ...limits },
  ]
}

/** Courses with a price that each student has, and others. */
function pairWithPricedCourses(students: SignedInStudent[]) {
  const priced = students.flatMap(({ courses }) => courses.filter(({ isFree }) => !isFree))
  const courseIds = [...new Set(priced.map(({ id }) => id))]
  const toPairs = ({ id, cookie }: SignedInStudent, ids: number[]) =>
    ids.map((course_id) => ({ course_id, id, cookie }))
  return {
    owned: students.flatMap((student) =>
      toPairs(
        student,
        student.courses.filter(({ isFree }) => !isFree).map(({ id }) => id),
      ),
    ),
    others: students.flatMap((student) => {
      const own = new Set(student.courses.map(({ id }) => id))
      return toPairs(student, courseIds.filter((id) => !own.has(id)).slice(0, COURSES_PER_STUDENT))
    }),
  }
}

/** Each student sees and orders courses with a price that the student does not have. The second round finds the orders open. */
export function checkoutRows(students: SignedInStudent[]) {
  const { others } = pairWithPricedCourses(students)
  const connections = 10
  return [
    {
      call: 'POST /getCheckout, 10 connections',
      requests: () => others.map(({ course_id, cookie }) => toRequest('getCheckout', { course_id }, cookie)),
      ...{ connections, goalMs: 60 },
    },
    {
      call: 'POST /createOrder, 10 connections',
      requests: () => others.map(({ course_id, cookie }) => toRequest('createOrder', { course_id }, cookie)),
      ...{ connections, goalMs: 250 },
    },
  ]
}
