import { useQueries, useQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

export const getAttemptsQuery = (materialId: number) => query('getAttempts', { material_id: materialId })

/** Undefined while it is loading. */
export function useQuiz(materialId: number) {
  const [quiz, attempts] = useQueries({
    queries: [query('getQuiz', { material_id: materialId }), getAttemptsQuery(materialId)],
  })
  return {
    quiz: quiz.data?.msg,
    attempts: attempts.data?.msg,
    /** When the attempts arrived, by the browser's clock. */
    loadedAt: attempts.dataUpdatedAt,
    error: quiz.data && attempts.data ? null : (quiz.error ?? attempts.error),
    refetch: () => Promise.all([quiz.refetch(), attempts.refetch()]),
  }
}

export function useSampleQuiz(materialId: number) {
  // A pool's questions would change under the visitor's hands.
  const { data, error, refetch } = useQuery({
    ...query('getSampleQuiz', { material_id: materialId }),
    staleTime: Infinity,
  })
  return { quiz: data?.msg, error: data ? null : error, refetch }
}

/** @param onStart called before the call, because the attempt may be loaded before its answer arrives */
export const useStartAttempt = (materialId: number, onStart: () => void) =>
  useCallMutation('startAttempt', {
    mutationFn: () => call('startAttempt', { material_id: materialId }),
    onMutate: onStart,
  })

export const useSubmitAttempt = (attemptId: number) =>
  useCallMutation('submitAttempt', { mutationFn: () => call('submitAttempt', { attempt_id: attemptId }) })
