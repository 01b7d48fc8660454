import type { Pool } from 'pg'

/** 250,000 orders, 200,000 submissions, 333,000 certificates, 300,000 log entries, and 10,000 comments on one post. */
export async function seedRecords(pool: Pool): Promise<void> {
  await pool.query(`create temporary table first as select
    (select min(id) from users where role = 'student') as user_id, (select count(*) from users where role = 'student') as users,
    (select min(id) from courses) as course_id, (select count(*) from courses) as courses`)
  await pool.query(
    `insert into orders (number, user_id, buyer_name, buyer_email, status, currency, list_cents, discount_cents, coupon_cents,
       tax_cents, total_cents, refunded_cents, tax_rate, tax_included, created_at, paid_at)
     select '2026-' || lpad(n::text, 6, '0'), user_id + n % users, 'Ada Last', 'ada@bench.example',
       case when n % 20 = 0 then 'refunded' else 'paid' end, 'USD', 1000, 0, 0, 0, 1000, case when n % 20 = 0 then 1000 else 0 end,
       0, true, now() - (250000 - n) * interval '2 minutes', now() - (250000 - n) * interval '2 minutes'
     from generate_series(1, 250000) n, first`,
  )
  await pool.query(
    `insert into order_items (order_id, course_id, title, list_cents, discount_cents, coupon_cents, tax_cents, total_cents)
     select id, course_id + id % courses, 'Course', 1000, 0, 0, 0, 1000 from orders, first`,
  )
  await pool.query(
    `insert into refunds (order_id, amount_cents, requested_by, status, done_at)
     select id, 1000, buyer_email, 'succeeded', paid_at + interval '1 day' from orders where status = 'refunded'`,
  )
  await pool.query(
    `insert into submissions (user_id, lesson_id, text, status)
     select user_id + n % users, (select min(id) from lessons) + n % 50000, 'My work',
       case when n % 1000 = 0 then 'waiting' else 'accepted' end from generate_series(1, 200000) n, first`,
  )
  await pool.query(
    `insert into certificates (user_id, course_id, kind, name, title, finished_at, issued_at, design)
     select user_id, course_id, 'course', 'Ada Lovelace', 'A course', created_at, created_at, '{"issuer": "Academy"}'
     from enrollments where id % 3 = 0`,
  )
  await pool.query(
    `insert into system_log (kind, message, email, student_id)
     select case when n % 5 = 0 then 'course' else 'sign-in' end, 'Line ' || n, 'ada@bench.example', n % 100000
     from generate_series(1, 300000) n`,
  )
  await pool.query(
    `insert into comments (blog_id, user_id, text)
     select (select max(id) from blogs), user_id + n % users, 'Well said.' from generate_series(1, 10000) n, first`,
  )
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at, idle_until)
     select decode(md5(id::text) || md5(email), 'hex'), id, now() + interval '1 day', now() + interval '1 day'
     from users where id % 20 = 0`,
  )
  await pool.query('vacuum analyze')
}
