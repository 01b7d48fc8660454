import type { Pool } from 'pg'
import type { Visitors } from './add-rows.ts'

const VISITOR_PAGES = ['/', '/student/allcourses', '/student/blog', '/paths', '/login', '/api/docs']
const STUDENT_PAGES = [
  ...['', '/allcourses', '/mycourses', '/blog', '/profile', '/chat', '/purchases', '/certificates'].map(
    (path) => `/student${path}`,
  ),
  '/paths',
]
const ADMIN_PAGES = [
  ...['', '/users', '/courses', '/blogs', '/reviews', '/chat', '/systemlog', '/orders', '/certificates', '/coupons'],
  ...['/certificates/design', '/paths', '/submissions', '/analytics', '/account', '/maintenance', '/audit', '/system'],
  ...[
    '/trash',
    '/trash?kind=course',
    '/trash?kind=post',
    '/trash?kind=user',
    '/users/import',
    '/courses/add',
    '/blogs/add',
  ],
].map((path) => `/dashboard${path}`)

export interface Visitor {
  /** Undefined for a visitor who is not signed in. */
  userId: number | undefined
  starts: string[]
}

/** The student of the demo academy who has done the most, and an admin. */
export async function findVisitors(pool: Pool): Promise<Visitors> {
  const findId = async (statement: string) => Number((await pool.query<{ id: string }>(statement)).rows[0]?.id)
  const studentId = await findId(
    `select u.id from users u where role = 'student' order by (select count(*) from orders o where o.user_id = u.id) > 1 desc,
     (select count(distinct lesson_id) from quiz_attempts a where a.user_id = u.id) desc, u.id limit 1`,
  )
  return { studentId, adminId: await findId(`select id from users where role = 'admin' order by id limit 1`) }
}

/** Who visits, and from which pages on: the lists, and a page of each record that a list may not lead to. */
export async function planVisits(pool: Pool, { studentId, adminId }: Visitors): Promise<Visitor[]> {
  const find = async (statement: string) => (await pool.query<{ path: string }>(statement)).rows.map(({ path }) => path)
  const lessons = await find(
    `select '/student/CoursePage/' || course_id || '-x?lesson=' || min(id) || '&kind=' || kind as path
     from lessons group by course_id, kind order by (kind <> 'video') desc, course_id`,
  )
  const certificates = await find(
    `(select '/certificates/' || id as path from certificates where revoked_at is null limit 2)
     union all (select '/certificates/' || id from certificates where revoked_at is not null limit 2)`,
  )
  const work = await find(
    `select '/dashboard/courses/' || l.course_id || '/quizzes/' || l.id as path from lessons l where kind = 'quiz'
     union all select '/dashboard/courses/' || e.course_id || '/students/' || e.user_id from learning_events e
     where reason <> '' group by e.course_id, e.user_id
     union all select '/dashboard/orders/' || id from orders where status = 'pending'
     union all select '/dashboard/courses/edit/' || course_id from lessons where kind = 'quiz' or kind = 'file'`,
  )
  return [
    { userId: undefined, starts: [...VISITOR_PAGES, ...certificates] },
    { userId: studentId, starts: [...STUDENT_PAGES, ...lessons, ...certificates] },
    { userId: adminId, starts: [...ADMIN_PAGES, ...work] },
  ]
}
