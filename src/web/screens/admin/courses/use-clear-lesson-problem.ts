import { useQueryClient } from '@tanstack/react-query'
import type { BrokenLesson } from '#contract/schemas/admin-courses.ts'
import { call } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

/** Removes a lesson from those that do not play at once, and restores it when the server refuses. */
export function useClearLessonProblem() {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation('clearLessonProblem', {
    isOptimistic: true,
    mutationFn: ({ material_id }: BrokenLesson) => call('clearLessonProblem', { material_id }),
    onMutate: async ({ material_id }) => {
      await client.cancelQueries({ queryKey: ['getCoursesAdmin'] })
      return updateCachedRows(client, 'getCoursesAdmin', (course) => ({
        ...course,
        broken_lessons: course.broken_lessons.filter((lesson) => lesson.material_id !== material_id),
      }))
    },
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Clearing the report failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t clear the report of “${title}”: ${error.message}` })
    },
  })
}
