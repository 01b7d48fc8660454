import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { createLearner } from '#server/testing/learning/learners.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { ON_SERVER } from '#server/testing/test-db.ts'
import { checkProgress } from './check-progress.ts'
import { setLessonCompleted } from './complete-lesson.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

type Learner = Awaited<ReturnType<typeof createLearner>>

/** Lessons are chosen by any number, because their list changes. */
type Step =
  | { kind: 'tick' | 'admin' | 'pass'; lesson: number; value: boolean }
  | { kind: 'remove' | 'swap'; lesson: number }
  | { kind: 'add' | 'finish' | 'reset' }

const lesson = fc.nat(5)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    // Most are ticks that complete, or few courses would ever be finished.
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('tick' as const), lesson, value: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), lesson, value: fc.constant(false) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('admin', 'pass'), lesson, value: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'swap'), lesson }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('add', 'finish', 'finish') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
)

interface ModelLesson {
  id: number
  done: boolean
  /** Whether it was there when the course was finished. */
  counted: boolean
}

const tick = (number: number, value = true): Step => ({ kind: 'tick', lesson: number, value })
/** Finished, then with a new lesson, reopened, and finished by removing it. */
const EXAMPLE: Step[] = [
  ...[tick(0), tick(1), { kind: 'add' } as const, tick(2), tick(2, false)],
  ...[tick(0, false), tick(0), { kind: 'remove', lesson: 2 } as const, { kind: 'finish' } as const],
]

class Model {
  lessons: ModelLesson[]
  finished = false
  hasCertificate = false

  constructor(ids: readonly number[]) {
    this.lessons = ids.map((id) => ({ id, done: false, counted: false }))
  }

  find = (index: number) => this.lessons[index % Math.max(1, this.lessons.length)]

  set(index: number, value: boolean): void {
    const changed = this.find(index)
    if (!changed || changed.done === value) return
    changed.done = value
    if (value) this.finish()
    else if (changed.counted) this.reopen()
  }

  finish(): void {
    if (this.finished || this.lessons.length === 0 || this.lessons.some(({ done }) => !done)) return
    this.finished = true
    this.hasCertificate = true
    for (const one of this.lessons) one.counted = true
  }

  reopen(): void {
    this.finished = false
    for (const one of this.lessons) one.counted = false
  }

  reset(): void {
    for (const one of this.lessons) one.done = false
    this.reopen()
  }

  get progress(): number {
    const done = this.lessons.filter((one) => one.done).length
    if (this.finished) return 100
    if (done === 0) return 0
    if (done === this.lessons.length) return 99
    return Math.max(1, Math.floor((100 * done) / this.lessons.length))
  }
}

/** Saves these lessons, and a new one after them. Returns their ids. */
async function saveLessons({ course }: Learner, ids: readonly number[], isAdding: boolean): Promise<number[]> {
  const materials = [
    ...ids.map((id) => buildLessonInput({ id })),
    ...(isAdding ? [buildLessonInput({ title: 'New' })] : []),
  ]
  // A draft may be without lessons.
  const input = { course_id: course.id, ...buildCourseInput({ materials, public: false }) }
  const { status, body } = await t.send('updateCourse', input, admin.cookie)
  expect(status).toBe(200)
  return (body.msg as { lesson_ids: number[] }).lesson_ids
}

/** The product's lessons as the model's, after an edit of the course. */
async function edit(learner: Learner, model: Model, lessons: ModelLesson[], isAdding = false): Promise<void> {
  const ids = await saveLessons(
    learner,
    lessons.map(({ id }) => id),
    isAdding,
  )
  model.lessons = ids.map((id) => lessons.find((one) => one.id === id) ?? { id, done: false, counted: false })
}

async function runStep(learner: Learner, model: Model, step: Step): Promise<void> {
  const own = { student_id: learner.me.id, course_id: learner.course.id }
  const chosen = 'lesson' in step ? model.find(step.lesson) : undefined
  switch (step.kind) {
    case 'tick':
    case 'admin':
    case 'pass':
      if (!chosen) return
      await setLesson(learner, chosen.id, step)
      return model.set(step.lesson, step.value)
    case 'remove':
      return edit(
        learner,
        model,
        model.lessons.filter((one) => one !== chosen),
      )
    case 'swap':
      return edit(learner, model, chosen ? [chosen, ...model.lessons.filter((one) => one !== chosen)] : [])
    case 'add':
      return edit(learner, model, model.lessons, true)
    case 'finish':
      await learner.finish()
      return model.finish()
    case 'reset':
      await t.call('resetProgress', { ...own, reason: 'Again' }, admin.cookie)
      return model.reset()
  }
}

async function setLesson(
  { me, course }: Learner,
  id: number,
  { kind, value }: Extract<Step, { value: boolean }>,
): Promise<void> {
  if (kind === 'tick') await t.call('completeCourse', { id, course_id: course.id, value }, me.cookie)
  else if (kind === 'admin')
    await t.call(
      'setLessonProgress',
      { student_id: me.id, course_id: course.id, material_id: id, value, reason: 'Seen' },
      admin.cookie,
    )
  else {
    await t.db.transaction((tx) =>
      setLessonCompleted(tx, { userId: me.id, courseId: course.id, lessonId: id, value, data: { attempt_id: 1 } }),
    )
    // As submitAttempt does, it drops the student's cached answers.
    await t.call('saveLessonPosition', { id, position: 1 }, me.cookie)
  }
}

async function compare(learner: Learner, model: Model): Promise<void> {
  const { course, materials } = await learner.getCourse()
  expect({
    progress: course.progress,
    finished: course.finished_date !== null,
    canFinish: course.can_finish,
    lessons: materials.map((one) => [one.material_id, one.isCompleted, one.is_new]),
    certificates: (await learner.findCertificates()).length,
    hasCertificate: course.certificate_id !== null,
  }).toEqual({
    progress: model.progress,
    finished: model.finished,
    canFinish: model.progress === 99 && model.lessons.every(({ done }) => done),
    lessons: model.lessons.map(({ id, done, counted }) => [id, done, model.finished && !counted]),
    certificates: model.hasCertificate ? 1 : 0,
    hasCertificate: model.hasCertificate,
  })
}

test('progress is never wrong, after any edits of the course, ticks, passes and changes by admins', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const learner = await createLearner(t, ['One', 'Two'])
      const model = new Model(learner.course.lessons.map(({ id }) => id))
      for (const step of sequence) {
        await runStep(learner, model, step)
        await compare(learner, model)
      }
      expect(await checkProgress(t.db)).toEqual([])
    }),
    // The embedded database takes much longer for each.
    { numRuns: ON_SERVER ? 60 : 12, examples: [[EXAMPLE]] },
  )
})
