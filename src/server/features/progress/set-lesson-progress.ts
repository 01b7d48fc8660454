import type { Handler } from '#server/pipeline/handler.ts'
import { changeStudentProgress } from './change-student-progress.ts'
import { changeCompletion } from './complete-lesson.ts'
import { forgetWatched, UNWATCHED } from './forget-watched.ts'
import { getCompletionRule } from './is-earned.ts'
import { readLessonState } from './read-lesson-state.ts'
import { voidWork } from './void-work.ts'

/** Whatever the lesson's rule is. What had completed a lesson that is reopened must be done again. */
export const setLessonProgress: Handler<'setLessonProgress'> = async (context, input) => {
  const { student_id, course_id, material_id, value, reason } = input
  const msg = await changeStudentProgress(
    context,
    value ? 'user.complete_lesson' : 'user.reopen_lesson',
    input,
    async (tx, enrollment, name) => {
      const student = { student_id, role: 'student' } as const
      const lesson = await readLessonState(tx, student, { courseId: course_id, lessonId: material_id })
      const isChanged = (lesson.completedAt !== null) !== value
      const isReopened = isChanged && !value
      const isUnwatched = isReopened && getCompletionRule(lesson) === 'watched'
      const change = { value, reason, actorId: context.user.student_id, ...(isUnwatched && { data: UNWATCHED }) }
      const result = await changeCompletion(tx, enrollment, lesson, change)
      if (isReopened) await voidWork(tx, student_id, [material_id], ['accepted'])
      if (isUnwatched) await forgetWatched(tx, student_id, material_id)
      const log = `${value ? 'Completed' : 'Reopened'} “${lesson.title}” of “${enrollment.courseTitle}” for ${name}`
      const before = { completed: lesson.completedAt ?? false }
      return { log: isChanged ? log : null, before, result }
    },
  )
  return { msg }
}
