import type { Pool } from 'pg'

/** Of 20 students, 19 have a conversation of ten messages, and of 2,000 conversations one is unanswered. */
export async function seedConversations(pool: Pool): Promise<void> {
  await pool.query(
    `insert into users (email, first_name, last_name, role) values ('chat@bench.example', 'Ada', 'Admin', 'admin')`,
  )
  await pool.query(
    `insert into messages (student_id, sender_id, receiver_id, text, created_at)
     select u.id, case when is_own then u.id else a.id end, case when is_own then a.id else u.id end,
            'Where do I find the files of the second lesson, and until when may I hand in my work?',
            now() - (10 - n) * interval '1 day' - u.id * interval '1 second'
     from generate_series(1, 10) n, users u, (select min(id) as id from users where role = 'admin') a,
          lateral (select n % 2 = 1 or n = 10 and u.id % 2000 = 7) as side(is_own)
     where u.role = 'student' and u.id % 20 > 0`,
  )
  await pool.query(
    `insert into conversations (student_id, last_message_id, is_unanswered)
     select distinct on (student_id) student_id, id, sender_id = student_id from messages order by student_id, id desc`,
  )
  await pool.query('update users set has_conversation = true where id in (select student_id from conversations)')
  await pool.query('vacuum analyze users, messages, conversations')
}
