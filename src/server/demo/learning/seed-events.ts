import { and, asc, isNotNull, sql } from 'drizzle-orm'
import { hasAccess } from '#server/features/access/has-access.ts'
import { issueCertificate } from '#server/features/certificates/issue-certificate.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { certificates, enrollments } from '#server/platform/db/schema.ts'

/** Writes the events that lead to the progress that was added, in the order in which they would have happened. */
export async function seedEvents(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into learning_events (user_id, course_id, lesson_id, kind, data, created_at)
    select user_id, course_id, lesson_id, kind, data, at from (
      select 1 as rank, p.user_id, l.course_id, l.id as lesson_id, 'watched' as kind, p.completed_at as at,
        jsonb_build_object('ranges', jsonb_build_array(jsonb_build_array(lower(p.watched), upper(p.watched)))) as data
      from lesson_progress p join lessons l on l.id = p.lesson_id where not isempty(p.watched)
      union all
      select 2, a.user_id, l.course_id, l.id, 'attempt_submitted', a.submitted_at,
        jsonb_build_object('attempt_id', a.id, 'score', a.score, 'max', a.max_score, 'passed', a.is_passed)
      from quiz_attempts a join lessons l on l.id = a.lesson_id
      union all
      select 2, s.user_id, l.course_id, l.id, 'assignment_submitted', s.submitted_at,
        jsonb_build_object('submission_id', s.id)
      from submissions s join lessons l on l.id = s.lesson_id
      union all
      select 3, s.user_id, l.course_id, l.id, 'assignment_' || s.status, s.graded_at,
        jsonb_build_object('submission_id', s.id)
      from submissions s join lessons l on l.id = s.lesson_id where s.graded_at is not null
      union all
      select 4, p.user_id, l.course_id, l.id, 'lesson_completed', p.completed_at, '{}'::jsonb
      from lesson_progress p join lessons l on l.id = p.lesson_id where p.completed_at is not null
      union all
      select 5, user_id, course_id, null, 'course_finished', completed_at, '{}'::jsonb
      from enrollments where completed_at is not null
    ) as happened
    order by at, rank, lesson_id
  `)
}

/** Of every finished course, on the day of its last lesson. Without emails: the demo addresses do not exist. */
export async function seedCertificates(tx: Tx): Promise<void> {
  const finished = await tx
    .select({ userId: enrollments.userId, courseId: enrollments.courseId, finishedAt: enrollments.completedAt })
    .from(enrollments)
    .where(and(isNotNull(enrollments.completedAt), hasAccess))
    .orderBy(asc(enrollments.completedAt))
  for (const { userId, courseId, finishedAt } of finished) {
    if (finishedAt) await issueCertificate(tx, { userId, courseId, finishedAt, isQuiet: true })
  }
  await tx.update(certificates).set({ issuedAt: sql`${certificates.finishedAt}` })
}
