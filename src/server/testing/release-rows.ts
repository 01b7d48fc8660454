/** A small site as version 0.1 wrote it, with each table that its users would miss. */
export const ROWS_OF_0_1 = `
  insert into users (id, email, first_name, last_name, role, course_joined, password_hash) values
    (1, 'chief@mail.example', 'Ada', 'Okoro', 'admin', 0, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'),
    (2, 'mara@mail.example', 'Mara', 'Ilves', 'student', 1, null);
  insert into identities (issuer, subject, user_id) values ('https://accounts.google.com', '1234567890', 2);
  insert into sessions (token_hash, user_id, expires_at, idle_until, user_agent, as_student) values
    ('\\x01', 1, now() + interval '30 days', now() + interval '7 days', 'Mozilla/5.0', true),
    ('\\x02', 2, now() + interval '30 days', now() + interval '7 days', 'Mozilla/5.0', false);
  insert into courses (id, title, category, tabs, price_cents, lessons_count, reviews_count, stars_sum)
    values (3, 'Lamps for beginners', 'Cybersecurity Basics', 'light,oil', 1000, 1, 1, 4);
  insert into lessons (course_id, title, subtitle, url, place, duration_seconds, is_preview)
    values (3, 'One', '', 'http://a.example/1', 0, 61.5, true);
  insert into enrollments (user_id, course_id, completed_lessons, completed_at)
    values (2, 3, 1, '2026-02-01T10:00:00.123Z');
  insert into lesson_progress (user_id, lesson_id, completed_at, position_seconds)
    values (2, 1, '2026-02-01T10:00:00.123Z', 42.5);
  insert into reviews (course_id, user_id, text, stars) values (3, 2, 'Clear, and not too long', 4);
  insert into blogs (id, title, subtitle, content, image_url, is_public, version) values
    (4, 'The first week', 'What we learned', '<p>It went well.</p>', '/uploads/a.webp', true, 2),
    (5, 'A draft', '', '', '', false, 1);
  insert into comments (blog_id, user_id, text) values (4, 2, 'Thanks!'), (4, 1, 'You are welcome');
  insert into messages (student_id, sender_id, receiver_id, text) values
    (2, 2, 1, 'I can’t open lesson two'), (2, 1, 2, 'It is open now');
  insert into conversations (student_id, last_message_id, unread_by_student, student_waits_since)
    values (2, 2, 1, '2026-02-01T10:00:00Z');
  insert into notifications (user_id, kind, title, course_id, read_at) values
    (2, 'new-lesson', 'Lamps for beginners', 3, null), (2, 'chat-answer', '', null, now());
  insert into system_log (kind, message, email, student_id) values ('learning', 'Enrolled in “Lamps”', 'mara@mail.example', 2);
  insert into daily_counts (day, signups, enrollments, completions) values ('2026-01-31', 2, 1, 0);
  insert into reset_codes (email, code_hash, expires_at) values ('mara@mail.example', 'x', now());
  insert into throttles (key, points, expire) values ('login-row:x', 101, null), ('signup:y', 1, 0);
  insert into mails (kind, to_email, user_id) values ('welcome', 'mara@mail.example', 2)`
