import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { hashPassword } from '../../src/server/platform/passwords/passwords.ts'

export interface Size {
  courses: number
  students: number
  posts: number
}

/** Enrollments of each student, and lessons of each course. */
export const COURSES_PER_STUDENT = 10
export const LESSONS_PER_COURSE = 8
export const PASSWORD = 'bench-lantern-light'

/** Titles are `Quiet Indexes 17`, so a word matches many courses and a number few. */
export const WORDS = {
  first: [
    'Quiet',
    'Practical',
    'Modern',
    'Honest',
    'Everyday',
    'Patient',
    'Curious',
    'Careful',
    'Distributed',
    'Visual',
  ],
  second: [
    'Indexes',
    'Networks',
    'Compilers',
    'Databases',
    'Algorithms',
    'Interfaces',
    'Containers',
    'Statistics',
    'Security',
    'Graphics',
    'Typography',
    'Kernels',
    'Protocols',
    'Spreadsheets',
    'Robotics',
    'Streams',
    'Queues',
    'Caches',
  ],
}

const SENTENCE = 'What it is, why it works, where it breaks, and what to reach for when it does. '

/** Fills a migrated, empty database. Every student has the same number of courses at any size, so answers are comparable. */
export async function seedBenchData(pool: Pool, { courses, students, posts }: Size): Promise<void> {
  await pool.query(
    `insert into users (email, first_name, last_name, password_hash, gender, birthdate, joined_at)
     select 'student' || n || '@bench.example', 'First' || n, 'Last' || n, $2, 'Female', '1999-05-17',
            now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [students, await hashPassword(PASSWORD)],
  )
  await pool.query(
    `insert into courses (title, description, price_cents, discount, category, image_url, tabs, lessons_count, created_at)
     select ($2::text[])[1 + n % $3] || ' ' || ($4::text[])[1 + n / $3 % $5] || ' ' || n, repeat($6, 5),
            case when n % 4 = 0 then 0 else 1900 + n % 80 * 100 end, case when n % 3 = 0 then 20 else 0 end,
            'Machine Learning', '', 'one,two,three', $7, now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [courses, WORDS.first, WORDS.first.length, WORDS.second, WORDS.second.length, SENTENCE, LESSONS_PER_COURSE],
  )
  await pool.query(
    `insert into lessons (course_id, place, title, subtitle, url, duration_seconds, is_preview)
     select c.id, place, 'Lesson ' || place, 'What it is about, said in one line',
            'https://media.example/' || c.id || '/' || place || '.webm', 300 + place, place = 0
     from courses c, generate_series(0, $1::int - 1) place order by c.id, place`,
    [LESSONS_PER_COURSE],
  )
  await pool.query(
    `with u as (select id, row_number() over (order by id) as n from users where role = 'student'),
          c as (select id, row_number() over (order by id) - 1 as n from courses)
     insert into enrollments (user_id, course_id, completed_lessons, created_at)
     select u.id, c.id, case when j = 0 then 2 else 0 end, now() - u.n * interval '1 minute'
     from u cross join generate_series(0, $1::int - 1) j join c on c.n = (u.n * 13 + j * 97) % $2
     order by j, u.n`,
    [COURSES_PER_STUDENT, courses],
  )
  await pool.query(
    `insert into entitlements (user_id, course_id, source, starts_at)
     select user_id, course_id, 'free', created_at from enrollments order by id`,
  )
  await pool.query(
    `insert into lesson_progress (user_id, lesson_id, completed_at)
     select e.user_id, l.id, now() from enrollments e join lessons l on l.course_id = e.course_id and l.place < 2
     where e.completed_lessons = 2`,
  )
  await pool.query(
    `insert into reviews (course_id, user_id, text, stars)
     select course_id, user_id, $1, least(5, 2 + course_id % 4 + user_id % 2) from enrollments where (user_id + course_id) % 4 <> 0`,
    ['It kept every promise its title makes, and the exercises are honest work.'],
  )
  await pool.query(
    `update courses set reviews_count = r.n, stars_sum = r.sum
     from (select course_id, count(*) as n, sum(stars) as sum from reviews group by 1) r where r.course_id = courses.id`,
  )
  await pool.query("update users set course_joined = $1 where role = 'student'", [COURSES_PER_STUDENT])
  await pool.query(
    `insert into blogs (title, subtitle, content, created_at)
     select 'Post ' || n, 'What it is about', '<p>' || repeat($2, 30) || '</p>', now() - n * interval '1 hour'
     from generate_series(1, $1::int) n`,
    [posts, SENTENCE],
  )
  await pool.query('vacuum analyze')
}

export interface SignedInStudent {
  id: number
  email: string
  cookie: string
  /** Oldest enrollment first. */
  courses: { id: number; isFree: boolean; lessons: number[] }[]
}

/** Creates sessions for the first students, and returns their cookies and courses. */
export async function signIn(pool: Pool, count: number): Promise<SignedInStudent[]> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select id, email from users where role = 'student' order by id limit $1`,
    [count],
  )
  const tokens = await startSessions(
    pool,
    rows.map(({ id }) => id),
  )
  const enrolled = await pool.query<{ user_id: string; course_id: string; is_free: boolean; lessons: string[] }>(
    `select e.user_id, e.course_id, c.due_cents = 0 as is_free, array_agg(l.id order by l.place) as lessons
     from enrollments e join courses c on c.id = e.course_id join lessons l on l.course_id = c.id
     where e.user_id = any($1) group by e.id, c.id order by e.id`,
    [rows.map(({ id }) => id)],
  )
  return rows.map(({ id, email }, place) => ({
    id: Number(id),
    email,
    cookie: `sid=${tokens[place]}`,
    courses: enrolled.rows
      .filter((row) => row.user_id === id)
      .map((row) => ({ id: Number(row.course_id), isFree: row.is_free, lessons: row.lessons.map(Number) })),
  }))
}

/** Creates an admin with a session, and returns the cookie. */
export async function signInAdmin(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, first_name, last_name, role) values ('admin@bench.example', 'Ada', 'Admin', 'admin') returning id`,
  )
  const [token] = await startSessions(
    pool,
    rows.map(({ id }) => id),
  )
  return `sid=${token}`
}

/** Creates a session for each user, and returns the tokens. */
async function startSessions(pool: Pool, userIds: string[]): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at, idle_until)
     select decode(hash, 'hex'), id, now() + interval '1 day', now() + interval '1 day'
     from unnest($1::text[], $2::bigint[]) as given(hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('hex')), userIds],
  )
  return tokens
}
