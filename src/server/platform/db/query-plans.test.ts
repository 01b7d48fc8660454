import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { COURSE_FILTERS, MY_COURSE_FILTERS } from '#contract/course-filters.ts'
import { TRASH_KINDS, USER_FILTERS, USER_SORTS } from '#contract/choices.ts'
import type { CallName } from '#contract/calls.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'

/** Growing tables, which no page may scan sequentially. */
const LARGE = [
  'courses',
  'lessons',
  'enrollments',
  'entitlements',
  'orders',
  'order_items',
  'lesson_progress',
  'learning_events',
  'reviews',
  'users',
  'sessions',
  'blogs',
  'comments',
  'system_log',
  'audit_log',
  'trash',
  'trash_rows',
  'orders',
  'order_items',
  'refunds',
  'submissions',
  'certificates',
  'conversations',
  'messages',
  'notifications',
  'notes',
]

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  /** In each loop. */
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Index Name'?: string
  Plans?: PlanNode[]
}

const t = useTestApp({}, { hasOwnDatabase: ON_SERVER })
let student: { id: number; cookie: string }
let admin: { id: number; cookie: string }
let courseId: number
let studentCourseId: number
let blogId: number
let pathId: number
let writerId: number

describe.skipIf(!ON_SERVER)(`the query plan of each page${NEEDS_SERVER}`, () => {
  beforeAll(async () => {
    await fill()
    ;[student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
    const { rows } = await t.db.execute<{ id: number }>(sql`select id::int from courses order by id limit 1 offset 500`)
    courseId = rows[0]?.id ?? 0
    const writers = await t.db.execute<{ id: number }>(sql`select min(student_id)::int as id from conversations`)
    writerId = writers.rows[0]?.id ?? 0
    const posts = await t.db.execute<{ id: number }>(sql`select id::int from blogs order by id limit 1 offset 500`)
    blogId = posts.rows[0]?.id ?? 0
    await t.db.execute(
      sql`insert into enrollments (user_id, course_id) select ${student.id}, id from courses order by id limit 12`,
    )
    await t.db.execute(
      sql`insert into entitlements (user_id, course_id, source) select user_id, course_id, 'free' from enrollments where user_id = ${student.id}`,
    )
    const own = await t.db.execute<{ id: number }>(
      sql`select min(course_id)::int as id from enrollments where user_id = ${student.id}`,
    )
    studentCourseId = own.rows[0]?.id ?? 0
    const paths = await t.db.execute<{ id: number }>(sql`
      with paths as (
        insert into learning_paths (title, goal, is_ordered, is_public) select 'Path', 'Know it', true, true
        from generate_series(1, 3) returning id
      ), listed as (
        insert into path_courses (path_id, course_id, place)
        select id, ${courseId}::int + n * (array[1, 3, 7])[1 + id % 3] % 50, n from paths, generate_series(0, 49) n
      ) insert into path_students (path_id, user_id) select id, ${student.id} from paths returning path_id::int as id`)
    pathId = paths.rows[0]?.id ?? 0
    // VACUUM also moves the pending entries of the search index into the index.
    await t.db.execute(sql`vacuum analyze`)
  })

  const cases: [string, CallName, () => object, 'visitor' | 'student' | 'admin'][] = [
    ...COURSE_FILTERS.flatMap((select_data) =>
      (['visitor', 'student'] as const).flatMap((who) =>
        ['', 'zebra', 'course', 'zebras course', 'about course', 'zebar'].map((search_text): (typeof cases)[number] => [
          `the catalogue, ${select_data || 'all'}, searched for “${search_text}” by a ${who}`,
          'getCourses',
          () => ({ page: 1, select_data, search_text }),
          who,
        ]),
      ),
    ),
    ...MY_COURSE_FILTERS.flatMap((select_data) =>
      ['', 'zebra'].map((search_text): (typeof cases)[number] => [
        `my courses, ${select_data || 'all'}, searched for “${search_text}”`,
        'getEnrolledCourses',
        () => ({ page: 1, select_data, search_text }),
        'student',
      ]),
    ),
    ['a course with its lessons', 'getCourseData', () => ({ course_id: courseId }), 'student'],
    ['a learning path in order', 'getPathData', () => ({ path_id: pathId }), 'student'],
    ['a course of paths in order', 'getCourseData', () => ({ course_id: courseId + 40 }), 'student'],
    ['a course’s reviews', 'getReviews', () => ({ page: 1, course_id: courseId }), 'student'],
    ['a course’s review summary', 'getReviewSummary', () => ({ course_id: courseId }), 'student'],
    ['the blog', 'getBlogData', () => ({ page: 1 }), 'visitor'],
    ['a post', 'getBlogData', () => ({ blog_id: blogId }), 'visitor'],
    ['a post’s comments', 'getComments', () => ({ page: 1, blog_id: blogId }), 'visitor'],
    ['one’s own comments on a post', 'getOwnComments', () => ({ blog_id: blogId }), 'student'],
    ['one’s own certificates', 'getMyCertificates', () => ({}), 'student'],
    ['a user', 'getUserData', () => ({}), 'student'],
    ['one’s own messages', 'getMsg', () => ({ page: 1 }), 'student'],
    ['a student’s messages', 'getMsg', () => ({ page: 1, receiver_id: writerId }), 'admin'],
    ['one’s own notifications', 'getNotifications', () => ({ page: 1 }), 'student'],
    ['one’s own notes in a course', 'getNotes', () => ({ course_id: studentCourseId }), 'student'],
    ...['', 'zebra', 'zebar'].flatMap((search_text) =>
      ['', 'Unanswered'].map((select_data): (typeof cases)[number] => [
        `the conversations, ${select_data || 'all'}, searched for “${search_text}”`,
        'getConversations',
        () => ({ page: 1, select_data, search_text }),
        'admin',
      ]),
    ),
    ...USER_FILTERS.flatMap((select_data) =>
      USER_SORTS.flatMap((sort) =>
        ['', 'zebra', 'mail', 'last zebra', 'zebar'].map((search_text): (typeof cases)[number] => [
          `the users, ${select_data || 'all'}, by ${sort}, searched for “${search_text}”`,
          'getUsers',
          () => ({ page: 1, select_data, sort, search_text }),
          'admin',
        ]),
      ),
    ),
    ['what a user has done', 'getUserDetails', () => ({ user_id: student.id }), 'admin'],
    ...(['', 'Public', 'Draft'] as const).flatMap((select_data) =>
      ['', 'zebra'].map((search_text): (typeof cases)[number] => [
        `the courses’ panel, ${select_data || 'all'}, searched for “${search_text}”`,
        'getCoursesAdmin',
        () => ({ page: 1, select_data, search_text }),
        'admin',
      ]),
    ),
    ...TRASH_KINDS.map((kind): (typeof cases)[number] => [
      `the trash, ${kind}s`,
      'getTrash',
      () => ({ kind, page: 1 }),
      'admin',
    ]),
    ...[
      {},
      { person: 7 },
      { action: 'course.change' },
      { subject_kind: 'course', subject_id: '77' },
      { from: '2026-01-01', until: '2026-01-31' },
      { person: 7, action: 'course.change', from: '2020-01-01' },
      { search_text: 'zebra' },
    ].flatMap((filter) =>
      [1, 9_001].map((page): (typeof cases)[number] => [
        `the audit log, ${JSON.stringify(filter)}, from ${page}`,
        'getAuditLog',
        () => ({ page, ...filter }),
        'admin',
      ]),
    ),
    ['the courses in the trash', 'getDeletedCourses', () => ({ page: 1 }), 'admin'],
    ['the latest reviews of all courses', 'getReviews', () => ({ page: 1 }), 'admin'],
    ['the list of all courses', 'getCourses', () => ({ page: null }), 'admin'],
    ['a course’s form', 'getCourseForm', () => ({ course_id: courseId }), 'admin'],
    ...(['', 'Public', 'Draft'] as const).flatMap((select_data) =>
      ['', 'zebra'].map((search_text): (typeof cases)[number] => [
        `the posts’ panel, ${select_data || 'all'}, searched for “${search_text}”`,
        'getBlogsAdmin',
        () => ({ page: 1, select_data, search_text }),
        'admin',
      ]),
    ),
    ...(['', 'course'] as const).flatMap((kind) =>
      ['', 'zebra'].flatMap((search_text) =>
        [null, 17].map((person): (typeof cases)[number] => [
          `the system log, ${kind || 'all'}${person === null ? '' : ', of one person'}, searched for “${search_text}”`,
          'getSystemLog',
          () => ({ page: 1, kind, search_text, person }),
          'admin',
        ]),
      ),
    ),
    ...(['', 'refund_requested', 'disputed'] as const).flatMap((select_data) =>
      ['', 'zebra', '2025-000777', 'zebra last900', 'zebra last', 'zebra course'].map(
        (search_text): (typeof cases)[number] => [
          `the orders, ${select_data || 'all'}, searched for “${search_text}”`,
          'getOrders',
          () => ({ page: 1, select_data, search_text }),
          'admin',
        ],
      ),
    ),
    ...(['', 'waiting', 'accepted'] as const).map((select_data): (typeof cases)[number] => [
      `the submissions, ${select_data || 'all'}`,
      'getSubmissions',
      () => ({ page: 1, select_data }),
      'admin',
    ]),
    ...(['', 'valid', 'revoked', 'replaced'] as const).flatMap((select_data) =>
      ['', 'zebra'].map((search_text): (typeof cases)[number] => [
        `the certificates, ${select_data || 'all'}, searched for “${search_text}”`,
        'getCertificates',
        () => ({ page: 1, select_data, search_text }),
        'admin',
      ]),
    ),
    ['the revenue of a week', 'getRevenue', () => ({ days: 7 }), 'admin'],
    ['sign-ups, enrollments and completions by day', 'getAnalysticByDay', () => ({ days: 30 }), 'admin'],
    ['the top courses of a week', 'getTopCourses', () => ({ days: 7 }), 'admin'],
    ['how far a course’s students come', 'getCourseFunnel', () => ({ course_id: courseId }), 'admin'],
    ...['', 'zebra', 'zebar'].map((search_text): (typeof cases)[number] => [
      `the students of a course, searched for “${search_text}”`,
      'getCourseStudents',
      () => ({ course_id: courseId, page: 1, search_text }),
      'admin',
    ]),
    [
      'a student’s progress',
      'getStudentProgress',
      () => ({ course_id: studentCourseId, student_id: student.id }),
      'admin',
    ],
    ['what the palette finds for “zebra”', 'findAnything', () => ({ search_text: 'zebra' }), 'admin'],
    ['what the palette finds for “zebar”', 'findAnything', () => ({ search_text: 'zebar' }), 'admin'],
    ['what the palette finds for “course”', 'findAnything', () => ({ search_text: 'course' }), 'admin'],
  ]

  test.each(cases)('uses an index for %s', async (_name, call, input, who) => {
    const cookie = { visitor: undefined, student: student.cookie, admin: admin.cookie }[who]
    const statements = await recorded(t.database.pool, () => t.call(call, input() as CallInput<typeof call>, cookie))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const run = await explainStatement(statement)
      const readThrough = run.filter(
        (node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''),
      )
      expect([statement.text, readThrough.map((node) => node['Relation Name'])]).toEqual([statement.text, []])
    }
  })

  test('a late page of users is found in an index, and only its sessions are looked up', async () => {
    for (const sort of USER_SORTS) {
      const plans = await explain('getUsers', { page: 140, sort })
      const users = plans.filter((node) => node['Relation Name'] === 'users').map((node) => node['Node Type'])
      expect([sort, users.sort()]).toEqual([sort, ['Index Only Scan', 'Index Scan']])
      const sessions = plans.filter((node) => node['Relation Name'] === 'sessions')
      expect(sessions.map((node) => node['Actual Loops'])).toEqual([21])
    }
  })

  test.each([
    ['getOrders', { page: 1_000 }, 'order_items'],
    ['getReviews', { page: 1_900 }, 'users'],
    ['getSubmissions', { page: 500 }, 'users'],
    ['getCertificates', { page: 1_400 }, 'users'],
    ['getBlogsAdmin', { page: 90 }, 'blogs'],
  ] as const)('a late page of %s makes nothing for what it skips', async (call, input, table) => {
    const plans = await explain(call, input)
    const made = plans.filter((node) => node['Relation Name'] === table && node['Node Type'] !== 'Index Only Scan')
    expect(countRows(made, table)).toBeGreaterThan(0)
    expect(countRows(made, table)).toBeLessThanOrEqual(21)
  })

  test.each(['revoked', 'replaced'] as const)(
    'no %s certificate is looked for among the others',
    async (select_data) => {
      expect(countRowsRead(await explain('getCertificates', { page: 1, select_data }), 'certificates')).toBeLessThan(60)
    },
  )

  test.each([
    ['a late page of conversations', { page: 100 }],
    ['unanswered conversations', { page: 1, select_data: 'Unanswered' }],
  ] as const)('%s: looks only at the messages and students that are shown', async (_name, input) => {
    const plans = await explain('getConversations', input)
    const [messages, users] = ['messages', 'users'].map((table) => countRows(plans, table))
    expect(messages).toBe(21)
    // And at the admins.
    expect(users).toBeLessThan(30)
  })

  test('a late page of students without a conversation looks at no student’s conversation', async () => {
    const plans = await explain('getConversations', { page: 145 })
    expect(countRows(plans, 'users')).toBeLessThan(700)
    expect(countRows(plans, 'messages')).toBe(0)
    const conversations = plans.filter((node) => node['Relation Name'] === 'conversations')
    expect(Math.max(...conversations.map((node) => node['Actual Loops']))).toBe(1)
  })

  test.each([
    ['getCourseData', () => ({ course_id: courseId }), 2],
    ['getEnrolledCourses', () => ({ page: 1 }), 2],
    ['getCourses', () => ({ page: 1 }), 1],
  ] as [CallName, () => object, number][])('%s needs no more queries for access', async (call, input, queries) => {
    const fresh = await t.make.signedIn()
    // Once before, so that the session and whether the site is running are cached.
    await t.call('session', {}, fresh.cookie)
    const statements = await recorded(t.database.pool, () =>
      t.call(call, input() as CallInput<typeof call>, fresh.cookie),
    )
    expect(statements).toHaveLength(queries)
  })
})

/** The parts of the plans that an admin's call runs. */
async function explain<Name extends CallName>(call: Name, input: CallInput<Name>): Promise<PlanNode[]> {
  // Once before, so that the session is cached.
  await t.call('session', {}, admin.cookie)
  const statements = await recorded(t.database.pool, () => t.call(call, input, admin.cookie))
  const plans = await Promise.all(statements.map((statement) => explainStatement(statement)))
  return plans.flat()
}

async function explainStatement({ text, values }: { text: string; values: unknown[] }): Promise<PlanNode[]> {
  const { rows } = await t.database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)))
  // A part of the plan that is never run costs nothing.
  return nodes.filter((node) => node['Actual Loops'] > 0)
}

const countRows = (plan: PlanNode[], table: string) => sum(plan, table, (node) => node['Actual Rows'])

/** Also those that a filter removed. */
const countRowsRead = (plan: PlanNode[], table: string) =>
  sum(plan, table, (node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))

const sum = (plan: PlanNode[], table: string, count: (node: PlanNode) => number) =>
  plan
    .filter((node) => node['Relation Name'] === table)
    .reduce((total, node) => total + count(node) * node['Actual Loops'], 0)

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

async function recorded(
  pool: Pool,
  work: () => Promise<{ status: number }>,
): Promise<{ text: string; values: unknown[] }[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const query = pool.query.bind(pool)
  pool.query = ((config: { text: string }, values: unknown[] = []) => {
    statements.push({ text: config.text, values })
    return query(config, values)
  }) as typeof pool.query
  try {
    expect((await work()).status).toBe(200)
  } finally {
    pool.query = query
  }
  return statements
}

const FILL = [
  `insert into users (email, first_name, last_name, joined_at, course_joined)
    select 'u' || n || '@mail.example', case when n % 500 = 0 then 'Zebra' else 'First' || n end, 'Last', now() - n * interval '1 hour', n % 40
    from generate_series(1, 3000) n`,
  `insert into courses (title, description, category, price_cents, discount, lessons_count, reviews_count, stars_sum, is_public)
    select 'Course ' || n || case when n % 500 = 0 then ' on zebras' else '' end, repeat('What it is about. ', 20),
      'Cybersecurity Basics', case when n % 20 = 0 then 0 else 1000 end, case when n % 30 = 0 then 25 else 0 end,
      5, 4, case when n % 25 = 0 then 19 else 12 end, n % 40 <> 7
    from generate_series(1, 5000) n`,
  `insert into lessons (course_id, place, title, url)
    select c.id, n, 'Lesson ' || n, 'https://media.example/' || c.id || '/' || n from courses c, generate_series(0, 4) n`,
  `insert into enrollments (user_id, course_id, created_at)
    select u.id, (select min(id) from courses) + (u.id * 31 + n * 97) % 5000, now() - (u.id * 7 + n * 37) % 365 * interval '1 day' from users u, generate_series(0, 9) n`,
  `insert into entitlements (user_id, course_id, source) select user_id, course_id, 'free' from enrollments`,
  `with bought as (
      insert into orders (number, user_id, buyer_name, buyer_email, status, currency, list_cents, discount_cents, coupon_cents, tax_cents, total_cents, tax_rate, tax_included)
      select '2026-' || n, (select min(id) from users) + n % 3000, 'Ada', 'a@mail.example',
        case when n % 20 = 0 then 'refunded' else 'paid' end, 'USD', 1000, 0, 0, 0, 1000, 0, true
      from generate_series(1, 5000) n returning id, user_id
    ), items as (
      insert into order_items (order_id, course_id, title, list_cents, discount_cents, coupon_cents, tax_cents, total_cents)
      select id, (select min(id) from courses) + id % 5000, 'A course', 1000, 0, 0, 0, 1000 from bought returning order_id, course_id
    ) insert into entitlements (user_id, course_id, source, order_id)
    select user_id, course_id, 'order', order_id from items join bought on bought.id = order_id`,
  `update courses set archived_at = now() where id % 500 = 3`,
  `insert into lesson_progress (user_id, lesson_id, completed_at)
    select e.user_id, l.id, now() from enrollments e join lessons l using (course_id) where l.place = 0`,
  `insert into learning_events (user_id, course_id, lesson_id, kind, data)
    select e.user_id, e.course_id, l.id, 'watched', '{}' from enrollments e join lessons l using (course_id) where l.place < 2`,
  `insert into certificates (user_id, course_id, kind, name, title, finished_at, design)
    select user_id, course_id, 'course', 'Ada Lovelace', 'A course', now(), '{"issuer": "Academy"}' from enrollments`,
  `update certificates set revoked_at = now() where user_id % 1000 = 7`,
  `insert into reviews (course_id, user_id, text, stars)
    select c.id, (select min(id) from users) + (c.id * 31 + n * 97) % 3000, 'Good.', 4 from courses c, generate_series(0, 3) n`,
  `insert into blogs (title, content) select 'Post ' || n, repeat('<p>Text</p>', 50) from generate_series(1, 2000) n`,
  `insert into system_log (kind, message, email, student_id)
    select case when n % 5 = 0 then 'course' else 'sign-in' end, 'Line ' || n || case when n % 900 = 0 then ' on zebras' else '' end, 'u' || n % 700 || '@mail.example', n % 700
    from generate_series(1, 20000) n`,
  `insert into audit_log (created_at, actor_id, actor_name, action, subject_kind, subject_id, subject_name, after)
    select now() - (20000 - n) * interval '20 minutes', n % 12, 'Admin ' || n % 12, (array['course.change', 'user.delete', 'post.add'])[1 + n % 3],
      (array['course', 'user', 'post'])[1 + n % 3], (n % 700)::text, case when n % 900 = 0 then 'Zebra' else 'Record ' || n % 700 end, '{"title": "New"}'
    from generate_series(1, 20000) n`,
  `insert into trash (kind, subject_id, name, deleted_by_name, deleted_at)
    select (array['post', 'review', 'comment', 'user'])[1 + n % 4], n, 'Record ' || n, 'Ada', now() - n * interval '10 minutes' from generate_series(1, 5000) n`,
  `insert into trash_rows (trash_id, table_name, row) select id, 'comments', '{"id": 1}' from trash, generate_series(1, 4)`,
  `insert into comments (blog_id, user_id, text)
    select b.id, (select min(id) from users) + (b.id * 31 + n * 97) % 3000, 'Well said.' from blogs b, generate_series(0, 9) n`,
  `insert into orders (number, user_id, buyer_name, buyer_email, status, currency, list_cents, discount_cents, coupon_cents, tax_cents,
      total_cents, refunded_cents, tax_rate, tax_included, created_at, paid_at, refund_requested_at)
    select '2025-' || lpad(n::text, 6, '0'), (select min(id) from users) + n % 3000,
      case when n % 900 = 0 then 'Zebra Last' else 'First' || n || ' Last' end, 'u' || n % 3000 || '@mail.example',
      case when n % 1000 = 0 then 'disputed' when n % 20 = 0 then 'refunded' else 'paid' end, 'USD', 1000, 0, 0, 0, 1000,
      case when n % 20 = 0 and n % 1000 <> 0 then 1000 else 0 end, 0, true,
      now() - (20000 - n) * interval '1 hour', now() - (20000 - n) * interval '1 hour', case when n % 2000 = 7 then now() end
    from generate_series(1, 20000) n`,
  `insert into order_items (order_id, course_id, title, list_cents, discount_cents, coupon_cents, tax_cents, total_cents)
    select o.id, (select min(id) from courses) + o.id % 5000, 'Course', 1000, 0, 0, 0, 1000 from orders o where o.number like '2025-%'`,
  `insert into refunds (order_id, amount_cents, requested_by, status, done_at)
    select o.id, 1000, o.buyer_email, 'succeeded', o.paid_at + interval '1 day' from orders o where o.status = 'refunded' and o.number like '2025-%'`,
  `insert into submissions (user_id, lesson_id, text, status)
    select u.id, (select min(id) from lessons) + u.id % 5, 'My work', case when u.id % 100 = 0 then 'waiting' else 'accepted' end
    from users u, generate_series(1, 4)`,
  `insert into messages (student_id, sender_id, receiver_id, text, created_at)
    select u.id, case when n % 2 = 1 or n = 20 and u.id % 100 = 7 then u.id else 1 end, case when n % 2 = 1 then 1 else u.id end,
      'Message ' || n, now() - (20 - n) * interval '1 day' from generate_series(1, 20) n, users u where u.id % 5 > 0`,
  `insert into conversations (student_id, last_message_id, is_unanswered)
    select distinct on (student_id) student_id, id, sender_id = student_id from messages order by student_id, id desc`,
  `update users set has_conversation = true where id in (select student_id from conversations)`,
  `insert into notifications (user_id, kind, course_id, created_at, read_at)
    select u.id, case when n % 3 = 0 then 'chat-answer' else 'new-lesson' end, case when n % 3 > 0 then (select min(id) from courses) + n end,
      now() - (20 - n) * interval '1 day', case when n < 18 then now() end from users u, generate_series(1, 20) n`,
  `insert into notes (user_id, lesson_id, seconds, text)
    select p.user_id, p.lesson_id, n * 60, 'Note ' || n from lesson_progress p, generate_series(1, 2) n`,
  `insert into sessions (token_hash, user_id, expires_at, idle_until)
    select decode(md5(u.id::text) || md5(u.email), 'hex'), u.id, now() + interval '1 day', now() + interval '1 day' from users u`,
]

/** 5,000 courses with related rows. */
async function fill(): Promise<void> {
  for (const statement of FILL) await t.db.execute(sql.raw(statement))
}
