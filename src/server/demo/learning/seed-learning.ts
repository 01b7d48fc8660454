import type { Tx } from '#server/platform/db/connect.ts'
import type { DemoAssignment, DemoCourse, DemoQuiz } from '#server/demo/demo-academy.ts'
import { listLessons } from '#server/demo/seed-course.ts'
import { seedAttempts } from './seed-attempts.ts'
import { seedCertificates, seedEvents } from './seed-events.ts'
import { seedNotes } from './seed-notes.ts'
import { seedPaths } from './seed-paths.ts'
import { seedSubmissions } from './seed-submissions.ts'

/** Attempts, submissions, notes, paths, events and certificates, of the progress and the access that were added before. */
export async function seedLearning(tx: Tx, demoCourses: readonly DemoCourse[], firstStudentId: number): Promise<void> {
  const lessons = demoCourses.flatMap(listLessons).map(({ lesson }) => lesson)
  const isQuiz = (lesson: (typeof lessons)[number]): lesson is DemoQuiz => lesson.kind === 'quiz'
  const isAssignment = (lesson: (typeof lessons)[number]): lesson is DemoAssignment => lesson.kind === 'assignment'
  await seedAttempts(tx, lessons.filter(isQuiz))
  for (const assignment of lessons.filter(isAssignment)) await seedSubmissions(tx, assignment, firstStudentId)
  await seedNotes(tx, firstStudentId)
  await seedPaths(tx, firstStudentId)
  await seedEvents(tx)
  await seedCertificates(tx)
}
