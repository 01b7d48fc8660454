import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { AdminCourse } from '#contract/schemas/course-panel.ts'
import { call } from '#web/data/api.ts'
import { editCoursePath } from '#contract/paths.ts'
import { useToasts } from '#web/ui/toasts.tsx'
import { renewCourses } from '#web/data/renew-courses.ts'

/** Makes a draft of the same and goes on to its form. */
export function useDuplicateCourse() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const tell = useToasts()
  return useMutation({
    mutationFn: ({ course_id }: AdminCourse) => call('duplicateCourse', { course_id }),
    onSuccess: async ({ msg: { id, msg } }) => {
      tell({ look: 'success', text: msg })
      void renewCourses(client)
      await navigate(editCoursePath({ course_id: id }))
    },
    onError: (error, { title }) => tell({ look: 'error', text: `“${title}” is not duplicated: ${error.message}` }),
  })
}
