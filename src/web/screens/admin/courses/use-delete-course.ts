import { useQueryClient } from '@tanstack/react-query'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** Removes the course from the lists at once, and restores it when the server refuses. */
export function useDeleteCourse() {
  const client = useQueryClient()
  const showToast = useShowToast()
  const showDeleted = useShowDeleted()
  return useCallMutation('deleteCourse', {
    isOptimistic: true,
    mutationFn: ({ course_id }: AdminCourse) => call('deleteCourse', { course_id }),
    onMutate: async (course) => {
      await client.cancelQueries({ queryKey: ['getCoursesAdmin'] })
      return updateCachedRows(client, 'getCoursesAdmin', (row) => (row.course_id === course.course_id ? null : row))
    },
    onSuccess: ({ msg }, { course_id }) => {
      client.removeQueries({ queryKey: query('getCourseForm', { course_id }).queryKey })
      showDeleted(msg, { kind: 'course', id: course_id })
    },
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Deleting the course failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t delete “${title}”: ${error.message}` })
    },
  })
}
