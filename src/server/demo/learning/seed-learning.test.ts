import { and, count, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { LESSON_KINDS, QUESTION_KINDS, SUBMISSION_STATUSES } from '#contract/choices.ts'
import type { CallOutput } from '#contract/contract.ts'
import { checkLedger } from '#server/features/payments/check-ledger.ts'
import { checkProgress } from '#server/features/progress/check-progress.ts'
import { issueMissingCertificates } from '#server/features/certificates/issue-missing-certificates.ts'
import {
  certificates,
  courses,
  enrollments,
  learningPaths,
  lessons,
  mails,
  notes,
  prerequisites,
  quizAttempts,
  sections,
  submissions,
  users,
} from '#server/platform/db/schema.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ DEMO: 'on' })
let mara: { id: number; cookie: string }
let admin: { cookie: string }

beforeAll(async () => {
  const seeded = await seedDemo(t.database, t.env)
  admin = await t.make.signedIn({ role: 'admin' })
  const { cookie = '' } = await t.call('login', {
    email: at(seeded?.students ?? []).email,
    password: seeded?.password ?? '',
  })
  const [row] = await t.db.select({ id: users.id }).from(users).where(eq(users.firstName, 'Mara'))
  mara = { id: row?.id ?? 0, cookie }
})

test('passes the checks of progress and of the ledger', async () => {
  expect(await checkProgress(t.db)).toEqual([])
  expect(await checkLedger(t.db)).toEqual([])
})

test('uses every kind of lesson and question, sections, drip, order and prerequisites', async () => {
  const kinds = await t.db.selectDistinct({ kind: lessons.kind }).from(lessons)
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([...LESSON_KINDS].sort())
  const quizzes = await t.db.select({ quiz: lessons.quiz }).from(lessons).where(isNotNull(lessons.quiz))
  const questionKinds = new Set(quizzes.flatMap(({ quiz }) => quiz?.questions.map(({ kind }) => kind) ?? []))
  expect([...questionKinds].sort()).toEqual([...QUESTION_KINDS].sort())
  const withSections = await t.db.selectDistinct({ id: sections.courseId }).from(sections)
  expect(withSections.length).toBeGreaterThanOrEqual(2)
  expect(await t.db.select({ n: count() }).from(sections).where(isNotNull(sections.opensAfterDays))).toEqual([{ n: 1 }])
  expect(await t.db.select({ n: count() }).from(courses).where(eq(courses.lessonOrder, 'in_order'))).toEqual([{ n: 1 }])
  const kindsOfAdvice = await t.db.selectDistinct({ isBlocking: prerequisites.isBlocking }).from(prerequisites)
  expect(kindsOfAdvice).toHaveLength(2)
  const pitched = await t.db
    .select({ n: count() })
    .from(courses)
    .where(sql`${courses.details} ->> 'pitch' <> ''`)
  expect(at(pitched).n).toBeGreaterThanOrEqual(6)
  const previews = await t.db.selectDistinct({ kind: lessons.kind }).from(lessons).where(eq(lessons.isPreview, true))
  expect(previews.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['article', 'quiz', 'video']))
})

test('does not always put the right option of a question first', async () => {
  const quizzes = await t.db.select({ quiz: lessons.quiz }).from(lessons).where(isNotNull(lessons.quiz))
  const places = quizzes.flatMap(({ quiz }) =>
    quiz && !quiz.shuffle
      ? quiz.questions.flatMap((question) =>
          question.kind === 'single' ? [question.options.findIndex(({ id }) => id === question.correct)] : [],
        )
      : [],
  )
  expect(new Set(places).size).toBeGreaterThan(1)
})

test('makes progress only where it was possible', async () => {
  const { rows } = await t.db.execute(sql`
    select 'before enrolling' from lesson_progress p join lessons l on l.id = p.lesson_id
      join enrollments e on e.course_id = l.course_id and e.user_id = p.user_id where p.completed_at < e.created_at
    union all
    select 'before the section opened' from lesson_progress p join lessons l on l.id = p.lesson_id
      join sections s on s.id = l.section_id join enrollments e on e.course_id = l.course_id and e.user_id = p.user_id
      where p.completed_at < e.created_at + coalesce(s.opens_after_days, 0) * interval '24 hours'
    union all
    select 'before the course that comes first' from enrollments e join prerequisites r on r.course_id = e.course_id
      left join enrollments f on f.course_id = r.required_course_id and f.user_id = e.user_id
      where r.is_blocking and e.completed_lessons > 0 and coalesce(f.completed_at, 'infinity') > e.created_at
    union all
    select 'quiz not passed' from lesson_progress p join lessons l on l.id = p.lesson_id and l.completion = 'passed'
      where not exists (select 1 from quiz_attempts a where a.lesson_id = l.id and a.user_id = p.user_id and a.is_passed)
    union all
    select 'quiz passed and not completed' from quiz_attempts a left join lesson_progress p
      on p.lesson_id = a.lesson_id and p.user_id = a.user_id where a.is_passed and p.completed_at is null
    union all
    select 'work not accepted' from lesson_progress p join lessons l on l.id = p.lesson_id and l.completion = 'accepted'
      where not exists (select 1 from submissions s where s.lesson_id = l.id and s.user_id = p.user_id and s.status = 'accepted')
    union all
    select 'attempt out of order' from quiz_attempts a join lessons l on l.id = a.lesson_id
      join enrollments e on e.course_id = l.course_id and e.user_id = a.user_id
      where a.started_at < e.created_at or a.submitted_at < a.started_at or a.submitted_at > now()
    union all
    select 'event in the future' from learning_events where created_at > now()
    union all
    select 'event out of order' from learning_events a join learning_events b on b.id = a.id + 1 where b.created_at < a.created_at
  `)
  expect(rows).toEqual([])
})

test('gives every finished course a certificate that anyone can check, without emails', async () => {
  expect(await issueMissingCertificates(t.db)).toBe(0)
  // The login above is reported by one.
  expect(await t.db.select().from(mails).where(ne(mails.kind, 'new-device'))).toEqual([])
  const own = await t.db.select().from(certificates).where(eq(certificates.userId, mara.id))
  expect(own.length).toBeGreaterThanOrEqual(2)
  const { body } = await t.call('getCertificate', { certificate_id: at(own).id })
  expect(body.msg).toMatchObject({ name: 'Mara Ilves', status: 'valid', issued_date: at(own).finishedAt.toISOString() })
})

test('shows interesting results of a quiz, and submissions in every state', async () => {
  const [quiz] = await t.db
    .select({ id: quizAttempts.lessonId, n: count() })
    .from(quizAttempts)
    .groupBy(quizAttempts.lessonId)
    .orderBy(sql`count(*) desc`)
  expect(quiz?.n).toBeGreaterThanOrEqual(60)
  const { body } = await t.call('getQuizResults', { material_id: quiz?.id ?? 0 }, admin.cookie)
  const results = body.msg as CallOutput<'getQuizResults'>
  const percents = results.questions.map(({ correct_percent }) => correct_percent ?? 0)
  expect(Math.max(...percents) - Math.min(...percents)).toBeGreaterThan(25)
  expect(results.questions.every(({ wrong_answers }) => wrong_answers.length > 0)).toBe(true)
  expect(results.passed_students).toBeGreaterThan(5)
  const states = await t.db.selectDistinct({ status: submissions.status }).from(submissions)
  expect(states.map(({ status }) => status).sort()).toEqual([...SUBMISSION_STATUSES].sort())
  const [returned] = await t.db
    .select({ feedback: submissions.feedback })
    .from(submissions)
    .where(and(eq(submissions.userId, mara.id), eq(submissions.status, 'returned')))
  expect(returned?.feedback).not.toBe('')
})

test('gives the first student notes and paths in progress, and lets visitors try a quiz', async () => {
  expect(at(await t.db.select({ n: count() }).from(notes).where(eq(notes.userId, mara.id))).n).toBeGreaterThan(4)
  const paths = await t.db.select().from(learningPaths)
  expect(paths.map(({ isOrdered }) => isOrdered)).toEqual(expect.arrayContaining([true, false]))
  expect(paths.some(({ priceCents }) => priceCents !== null)).toBe(true)
  const pages = await Promise.all(paths.map(({ id }) => t.call('getPathData', { path_id: id }, mara.cookie)))
  const joined = pages.map(({ body }) => body.msg as CallOutput<'getPathData'>).filter((path) => path.joined)
  expect(joined.some(({ progress }) => progress > 0 && progress < 100)).toBe(true)
  const sample = at(
    await t.db
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.kind, 'quiz'), eq(lessons.isPreview, true))),
  )
  expect((await t.call('getSampleQuiz', { material_id: sample.id })).status).toBe(200)
  const drip = await t.db
    .select({ enrolledAt: enrollments.createdAt })
    .from(enrollments)
    .innerJoin(sections, and(eq(sections.courseId, enrollments.courseId), isNotNull(sections.opensAfterDays)))
    .where(eq(enrollments.userId, mara.id))
  expect(drip).toHaveLength(1)
})
