import { useNavigate } from 'react-router'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { call } from '#web/data/api.ts'
import { editCoursePath } from '#contract/paths/record-paths.ts'
import { useIsMounted } from '#web/ui/hooks/use-is-mounted.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** Creates a draft copy and opens its form, unless the admin has gone elsewhere meanwhile. */
export function useDuplicateCourse() {
  const navigate = useNavigate()
  const showToast = useShowToast()
  const isMounted = useIsMounted()
  return useCallMutation('duplicateCourse', {
    mutationFn: ({ course_id }: AdminCourse) => call('duplicateCourse', { course_id }),
    onSuccess: async ({ msg: { id, msg } }) => {
      showToast({ variant: 'success', text: msg })
      if (isMounted()) await navigate(editCoursePath({ course_id: id }))
    },
    onError: (error, { title }) =>
      showToast({ variant: 'error', text: `Couldn’t duplicate “${title}”: ${error.message}` }),
  })
}
