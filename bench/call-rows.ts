import type { Request } from 'autocannon'
import { type SignedIn, WORDS } from './generate.ts'
import { requestOf } from './requests.ts'

const SEARCHES_A_RUN = 20_000

interface ReadRow {
  call: string
  requests: Request[]
  goal: number
}

/** What is read the most, and its goal as a share of the floor. */
export function readRows(students: SignedIn[], adminCookie: string): ReadRow[] {
  const eachStudent = (make: (student: SignedIn) => Request) => students.map(make)
  return [
    { call: 'POST /getCourses, page 1', requests: [requestOf('getCourses', { page: 1 })], goal: 0.5 },
    {
      call: 'POST /getCourses, a search asked before',
      requests: [requestOf('getCourses', { page: 1, search_text: 'Indexes', select_data: 'Paid' })],
      goal: 0.5,
    },
    { call: 'POST /getBlogData, page 1', requests: [requestOf('getBlogData', { page: 1 })], goal: 0.5 },
    { call: 'GET /getMaintenace', requests: [requestOf('getMaintenace', {})], goal: 0.5 },
    { call: 'GET /getAnalystic', requests: [requestOf('getAnalystic', {}, adminCookie)], goal: 0.5 },
    {
      call: 'GET /session, signed in',
      requests: eachStudent(({ cookie }) => requestOf('session', {}, cookie)),
      goal: 0.4,
    },
    {
      call: 'POST /getCourseData, signed in',
      requests: eachStudent(({ cookie, courses: [course] }) =>
        requestOf('getCourseData', { course_id: course?.id ?? 0 }, cookie),
      ),
      goal: 0.25,
    },
    {
      call: 'POST /getEnrolledCourses, signed in',
      requests: eachStudent(({ cookie }) => requestOf('getEnrolledCourses', { page: 1 }, cookie)),
      goal: 0.25,
    },
    { call: 'GET / (landing, HTML)', requests: [{ path: '/' }], goal: 0.3 },
    { call: 'GET /student/allcourses (HTML)', requests: [{ path: '/student/allcourses' }], goal: 0.3 },
  ]
}

/** Searches that nobody asked before: a word and a number, in a mixture of cases of its own. */
export function searchRow() {
  let asked = 0
  const search = (): Request => {
    const place = asked++
    const word = WORDS.second[place % WORDS.second.length] ?? ''
    const cased = [...word].map((letter, bit) => ((place >> bit) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    const number = place % 5 === 0 ? '' : ` ${Math.floor(place / WORDS.second.length) % 100}`
    return requestOf('getCourses', { page: 1, search_text: cased.join('') + number })
  }
  return {
    call: 'POST /getCourses, a search asked for the first time, 10 connections',
    requests: () => Array.from({ length: SEARCHES_A_RUN }, search),
    connections: 10,
    goalMs: 30,
  }
}
