import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { QuizAttempt, ReviewedQuestion } from '#contract/schemas/learning/quizzes.ts'
import { call } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { getAttemptsQuery } from '../use-quiz.ts'
import { AnswerSaver } from './answer-saver.ts'

/** The answers of the open attempt, saved as they change. */
export function useAnswers(materialId: number, { attempt_id, answers }: QuizAttempt, isFinalOnceSent: boolean) {
  const client = useQueryClient()
  const { student_id: userId } = useSignedInUser()
  const { queryKey } = getAttemptsQuery(materialId)
  const [saver] = useState(() => {
    const save = async (question_id: string, answer: QuizAnswer) => {
      const { msg } = await call('saveAnswer', { attempt_id, question_id, answer })
      // The cached attempt must not show an older answer when this lesson is opened again.
      client.setQueryData(
        queryKey,
        (data) => data && { msg: data.msg.map(applyAnswer(question_id, answer, msg.review)) },
        // Its `seconds_left` is counted from when it arrived.
        { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() },
      )
    }
    const applyAnswer =
      (questionId: string, answer: QuizAnswer, review: ReviewedQuestion | null) => (attempt: QuizAttempt) =>
        attempt.attempt_id === attempt_id
          ? {
              ...attempt,
              answers: { ...attempt.answers, [questionId]: answer },
              review: review
                ? [...attempt.review.filter((one) => one.question_id !== questionId), review]
                : attempt.review,
            }
          : attempt
    return new AnswerSaver({ userId, attemptId: attempt_id, saved: answers, isFinalOnceSent, save })
  })
  useEffect(() => {
    saver.start()
    return () => saver.stop()
  }, [saver])
  return { saver, ...useSyncExternalStore(saver.subscribe, saver.getState, saver.getState) }
}
