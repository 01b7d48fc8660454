import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { rejectLocked } from '#server/features/lessons/lesson-access.ts'
import { changeCompletion } from '#server/features/progress/complete-lesson.ts'
import { isEarned } from '#server/features/progress/is-earned.ts'
import { readLessonState } from '#server/features/progress/read-lesson-state.ts'
import { sendTogether } from '#server/platform/db/send-together.ts'
import { lockOwnEnrollment } from './lock-enrollment.ts'

/** The student's tick. */
export const completeCourse: Handler<'completeCourse'> = async ({ db, user }, { id, course_id, value }) => {
  const msg = await db.transaction(async (tx) => {
    const [enrollment, lesson] = await sendTogether(
      lockOwnEnrollment(tx, user.student_id, course_id),
      readLessonState(tx, user, { courseId: course_id, lessonId: id }),
    )
    rejectLocked(lesson.lock)
    if (value && !isEarned(lesson)) throw new AppError('not_a_tick')
    return changeCompletion(tx, enrollment, lesson, { value })
  })
  return { msg }
}
