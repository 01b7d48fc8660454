import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminCourse } from '#contract/schemas/course-panel.ts'
import { call, query } from '#web/data/api.ts'
import { changeRows } from '#web/data/paged-lists.ts'
import { useToasts } from '#web/ui/toasts.tsx'
import { renewCourses } from '#web/data/renew-courses.ts'

/** Deletes a course: it leaves the lists at once, and is back where the server refuses. */
export function useDeleteCourse() {
  const client = useQueryClient()
  const tell = useToasts()
  return useMutation({
    mutationFn: ({ course_id }: AdminCourse) => call('deleteCourse', { course_id }),
    onMutate: async (course) => {
      await client.cancelQueries({ queryKey: ['getCoursesAdmin'] })
      return changeRows(client, 'getCoursesAdmin', (row) => (row.course_id === course.course_id ? null : row))
    },
    onSuccess: ({ msg }, { course_id }) => {
      client.removeQueries({ queryKey: query('getCourseForm', { course_id }).queryKey })
      tell({ look: 'success', text: msg })
    },
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Deleting the course failed:', error.message)
      tell({ look: 'error', text: `“${title}” is not deleted: ${error.message}` })
    },
    onSettled: () => renewCourses(client),
  })
}
