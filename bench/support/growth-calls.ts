import { type CourseFilter, COURSE_FILTERS, MY_COURSE_FILTERS } from '../../src/contract/course-filters.ts'
import { WORDS } from './generate.ts'
import { createHandlerCall as call, type HandlerCall, pick } from './handler-call.ts'

export const FULL_LIST = 'getCourses, the full list'

const searches: Record<string, (turn: number) => string> = {
  'a common word': (turn) => pick(WORDS.second, turn),
  'part of a word': (turn) => pick(WORDS.second, turn).slice(1, 5).toLowerCase(),
  'a title': (turn) => `${pick(WORDS.second, turn)} ${1 + (turn % 90)}`,
  'what no title holds': (turn) => `lighthouse ${turn}`,
  'two letters': (turn) => pick(WORDS.second, turn).slice(0, 2),
}

const filterName = (filter: string) => (filter === '' ? 'all' : filter)

/** Every list, search and course call. The full list is as long as there are courses. */
export function growthCalls(): HandlerCall[] {
  const listCalls = COURSE_FILTERS.map((select_data: CourseFilter) =>
    call(`getCourses, ${filterName(select_data)}`, 'getCourses', (_, turn) => ({ page: 1 + (turn % 2), select_data })),
  )
  const searchCalls = Object.entries(searches).flatMap(([what, text]) =>
    (['', 'Top Rated'] as const).map((select_data) =>
      call(`getCourses, ${what}, ${filterName(select_data)}`, 'getCourses', (_, turn) => ({
        page: 1,
        search_text: text(turn),
        select_data,
      })),
    ),
  )
  const enrolledCalls = MY_COURSE_FILTERS.map((select_data) =>
    call(`getEnrolledCourses, ${filterName(select_data)}`, 'getEnrolledCourses', () => ({ page: 1, select_data })),
  )
  return [
    ...listCalls,
    ...searchCalls,
    call(FULL_LIST, 'getCourses', () => ({ page: null })),
    ...enrolledCalls,
    call('getEnrolledCourses, a search', 'getEnrolledCourses', (_, turn) => ({
      page: 1,
      search_text: pick(WORDS.second, turn),
    })),
    call('getCourseData, enrolled', 'getCourseData', (_, turn, { courses }) => ({ course_id: pick(courses, turn).id })),
    call('getCourseData, not enrolled', 'getCourseData', ({ courseIds }, turn) => ({
      course_id: pick(courseIds, turn),
    })),
    call('getReviews', 'getReviews', ({ courseIds }, turn) => ({ course_id: pick(courseIds, turn), page: 1 })),
    call('getBlogData', 'getBlogData', (_, turn) => ({ page: 1 + (turn % 5) })),
    call('getUserData', 'getUserData', () => ({})),
    call('getUsers', 'getUsers', (_, turn) => ({ page: 1 + (turn % 5) })),
    call('getConversations', 'getConversations', () => ({ page: 1 })),
    call('getConversations, Unanswered', 'getConversations', () => ({ page: 1, select_data: 'Unanswered' })),
    call('getCourseStudents', 'getCourseStudents', ({ courseIds }, turn) => ({
      course_id: pick(courseIds, turn),
      page: 1,
    })),
  ]
}
