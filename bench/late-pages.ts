import { Client } from 'pg'
import type { CallName } from '../src/contract/calls.ts'
import type { CallInput } from '../src/contract/contract.ts'
import { type Academy, createAcademy, dropAcademy, requireServerUrl } from './support/academy.ts'
import { createHandlerCall, type HandlerCall } from './support/handler-call.ts'
import { seedRecords } from './support/seed-records.ts'
import { type Cell, median, table, writeResults } from './support/table.ts'

/** Of which 1,000,000 enrollments, 750,000 reviews and 95,000 conversations follow. */
const SIZE = { courses: 10_000, students: 100_000, posts: 2_000 }
const CALLS = 21
const GOAL_MS = 30

const late = <Name extends CallName>(
  name: string,
  call: Name,
  input: CallInput<Name> | ((academy: Academy) => CallInput<Name>),
): HandlerCall => createHandlerCall(name, call, typeof input === 'function' ? input : () => input, { role: 'admin' })

/** What skips or reads the more the larger the school is. */
const PAGES = [
  late('users, page 4,990', 'getUsers', { page: 4_990 }),
  late('users by name, page 4,990', 'getUsers', { page: 4_990, sort: 'name' }),
  late('users, Active, page 240', 'getUsers', { page: 240, select_data: 'Active' }),
  late('users, Inactive, page 4,500', 'getUsers', { page: 4_500, select_data: 'Inactive' }),
  late('conversations, Unanswered', 'getConversations', { page: 1, select_data: 'Unanswered' }),
  late('conversations, page 4,700', 'getConversations', { page: 4_700 }),
  late('students without a conversation, page 4,990', 'getConversations', { page: 4_990 }),
  late('courses, page 830', 'getCourses', { page: 830 }),
  late('the courses’ panel, page 490', 'getCoursesAdmin', { page: 490 }),
  late('all courses’ titles', 'getCourses', { page: null }),
  late('the posts’ panel, page 99', 'getBlogsAdmin', { page: 99 }),
  late('a post’s comments, page 990', 'getComments', ({ lastPostId }) => ({ page: 990, blog_id: lastPostId })),
  late('orders, page 12,000', 'getOrders', { page: 12_000 }),
  late('certificates, Revoked', 'getCertificates', { page: 1, select_data: 'revoked' }),
  late('certificates, page 16,000', 'getCertificates', { page: 16_000 }),
  late('the system log, page 9,900', 'getSystemLog', { page: 9_900 }),
  late('the system log, courses, page 1,900', 'getSystemLog', { page: 1_900, kind: 'course' }),
  late('the counters', 'getAnalystic', {}),
  late('a year by day', 'getAnalysticByDay', { days: 365 }),
  createHandlerCall('top courses of a year', 'getTopCourses', () => ({ days: 365 }), { isCountKept: true }),
]

/** Slower by what they are; nobody waits for the first, and the others are the revenue of a quarter of a million orders and pages that a screen reaches after thousands of steps. */
const EXCEPTIONS = [
  late('top courses of a year, counted in the background', 'getTopCourses', { days: 365 }),
  late('revenue of a year', 'getRevenue', { days: 365 }),
  late('certificates, Valid, page 16,000', 'getCertificates', { page: 16_000, select_data: 'valid' }),
  late('reviews of all courses, page 70,000', 'getReviews', { page: 70_000 }),
  late('submissions, page 9,900', 'getSubmissions', { page: 9_900 }),
  late('users found by a word that all have, page 4,990', 'getUsers', { page: 4_990, search_text: 'bench' }),
  late('conversations found by it, page 4,700', 'getConversations', { page: 4_700, search_text: 'bench' }),
  late('orders found by one, page 12,000', 'getOrders', { page: 12_000, search_text: 'ada' }),
]

const admin = new Client({ connectionString: requireServerUrl() })
await admin.connect()
try {
  const academy = await createAcademy(admin, SIZE, seedRecords)
  try {
    const measure = async ({ name, run }: HandlerCall, goal: number | null): Promise<Cell[]> => {
      const times: number[] = []
      for (let turn = -1; turn < CALLS; turn++) {
        const startedAt = performance.now()
        await run(academy, Math.max(turn, 0))
        // The first one fills the caches.
        if (turn >= 0) times.push(performance.now() - startedAt)
      }
      return [name, median(times), goal === null ? '' : `≤ ${goal}`, goal === null ? null : median(times) <= goal]
    }
    const rows: Cell[][] = []
    for (const page of PAGES) rows.push(await measure(page, GOAL_MS))
    for (const page of EXCEPTIONS) rows.push(await measure(page, null))
    writeResults(
      'Late pages',
      [
        table(['page', 'ms', 'goal', 'met'], rows),
        `On PostgreSQL: 100,000 students, 10,000 courses, 1,000,000 enrollments, 750,000 reviews, 950,000 messages, 250,000 orders, 200,000 submissions, 333,000 certificates; medians of ${CALLS} calls of the handler, one at a time.`,
      ].join('\n\n'),
    )
  } finally {
    await dropAcademy(admin, academy)
  }
} finally {
  await admin.end()
}
