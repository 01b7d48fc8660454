import { type CallInput, type ParsedInput, contract } from '../../src/contract/contract.ts'
import { type CourseFilter, COURSE_FILTERS, MY_COURSE_FILTERS } from '../../src/contract/course-filters.ts'
import { CONVERSATIONS_PER_PAGE, USERS_PER_PAGE } from '../../src/contract/limits.ts'
import { Analytics } from '../../src/server/features/analytics/analytics.ts'
import type { CallName } from '../../src/contract/calls.ts'
import type { User } from '../../src/contract/schemas/accounts/users.ts'
import type { Database } from '../../src/server/platform/db/connect.ts'
import type { Context, Handler } from '../../src/server/pipeline/handler.ts'
import { handlers } from '../../src/server/handlers/handlers.ts'
import { disabledThrottles } from '../../src/server/platform/throttle/throttles.ts'
import { type SignedInStudent, WORDS } from './generate.ts'

export interface Academy {
  /** As many students. */
  courses: number
  database: Database
  students: SignedInStudent[]
  courseIds: number[]
  /** With what is counted in the background. */
  analytics: Analytics
}

interface GrowthCall {
  name: string
  /** False where what is read grows with the data. */
  isBounded: boolean
  /** At the largest size, where what is read grows. */
  maxMs?: number
  run(academy: Academy, turn: number): Promise<unknown>
}

interface CallOptions {
  bounded?: boolean
  maxMs?: number
  /** Whether it has what was counted before. */
  isCountKept?: boolean
}

const pick = <Item>(items: readonly Item[], turn: number): Item => {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

/** Runs a call's handler without the response cache, as each student in turn. */
function call<Name extends CallName>(
  name: string,
  callName: Name,
  input: (academy: Academy, turn: number, student: SignedInStudent) => CallInput<Name>,
  { bounded: isBounded = true, maxMs, isCountKept = false }: CallOptions = {},
): GrowthCall {
  return {
    name,
    isBounded,
    ...(maxMs !== undefined && { maxMs }),
    async run(academy, turn) {
      const student = pick(academy.students, turn)
      const user = { student_id: student.id, email: student.email, role: 'student' } as User
      const session = { start: () => Promise.resolve(), end: () => Promise.resolve() }
      const context = {
        db: academy.database.db,
        user,
        session,
        ip: '',
        throttles: disabledThrottles,
        analytics: isCountKept ? academy.analytics : new Analytics(academy.database.db),
        isSiteRunning: () => true,
      }
      const parsed = contract[callName].input.parse(input(academy, turn, student)) as ParsedInput<Name>
      const handle = handlers[callName] as Handler<Name>
      return handle(context as unknown as Context<Name>, parsed)
    },
  }
}

const searches: Record<string, (turn: number) => string> = {
  'a common word': (turn) => pick(WORDS.second, turn),
  'part of a word': (turn) => pick(WORDS.second, turn).slice(1, 5).toLowerCase(),
  'a title': (turn) => `${pick(WORDS.second, turn)} ${1 + (turn % 90)}`,
  'what no title holds': (turn) => `lighthouse ${turn}`,
  'two letters': (turn) => pick(WORDS.second, turn).slice(0, 2),
}

const filterName = (filter: string) => (filter === '' ? 'all' : filter)

/** Every list, search and course call. */
export function growthCalls(): GrowthCall[] {
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
    call('getCourses, the full list', 'getCourses', () => ({ page: null }), { bounded: false }),
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
    ...adminCalls(),
  ]
}

/** Admins' calls that read or skip more as the academy grows. */
function adminCalls(): GrowthCall[] {
  const grows = { bounded: false, maxMs: 30 }
  const lastPage = ({ courses }: Academy) => Math.ceil(courses / USERS_PER_PAGE)
  const pageAt = (share: number) => (academy: Academy) => ({
    page: Math.max(1, Math.floor((academy.courses * share) / CONVERSATIONS_PER_PAGE)),
  })
  return [
    call('getUsers, the last page', 'getUsers', (academy) => ({ page: lastPage(academy) }), grows),
    call(
      'getUsers, Inactive, a late page',
      'getUsers',
      (academy) => ({ page: Math.max(1, lastPage(academy) - 10), select_data: 'Inactive' }),
      grows,
    ),
    call('getAnalystic', 'getAnalystic', () => ({}), grows),
    call('getTopCourses of a year, as shown', 'getTopCourses', () => ({ days: 365 }), { ...grows, isCountKept: true }),
    call('getTopCourses of a year, counted in the background', 'getTopCourses', () => ({ days: 365 }), {
      bounded: false,
    }),
    call('getConversations', 'getConversations', () => ({ page: 1 })),
    call('getConversations, Unanswered', 'getConversations', () => ({ page: 1, select_data: 'Unanswered' })),
    call('getConversations, a late page', 'getConversations', pageAt(0.94), grows),
    call('getConversations, students without one, a late page', 'getConversations', pageAt(0.99), grows),
    call('getCourseStudents', 'getCourseStudents', ({ courseIds }, turn) => ({
      course_id: pick(courseIds, turn),
      page: 1,
    })),
  ]
}
