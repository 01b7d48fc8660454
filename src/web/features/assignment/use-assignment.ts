import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

export function useAssignment(materialId: number) {
  const { data, error, refetch } = useQuery(query('getLesson', { material_id: materialId }))
  return { lesson: data?.msg, error: data ? null : error, refetch }
}

interface Work {
  text: string
  file_url: string
  file_name: string
}

export const useSubmitAssignment = (materialId: number, onSuccess: () => void) =>
  useCallMutation('submitAssignment', {
    mutationFn: (work: Work) => call('submitAssignment', { material_id: materialId, ...work }),
    onSuccess,
  })
