import { useQueryClient } from '@tanstack/react-query'
import type { DeletedCourse } from '#contract/schemas/admin-courses.ts'
import { call } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'

export function RestoreButton({ course }: { course: DeletedCourse }) {
  const { mutate: restore } = useRestoreCourse()
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={({ currentTarget }) => {
        // The button leaves with its row.
        currentTarget.closest<HTMLElement>('[role=region]')?.focus()
        restore(course)
      }}
    >
      Restore<span className="sr-only"> {course.title}</span>
    </Button>
  )
}

/** Removes the course from the list at once, and returns it when the server refuses. */
function useRestoreCourse() {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation('restoreCourse', {
    isOptimistic: true,
    mutationFn: ({ course_id }: DeletedCourse) => call('restoreCourse', { course_id }),
    onMutate: async ({ course_id }) => {
      await client.cancelQueries({ queryKey: ['getDeletedCourses'] })
      return updateCachedRows(client, 'getDeletedCourses', (row) => (row.course_id === course_id ? null : row))
    },
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Restoring the course failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t restore “${title}”: ${error.message}` })
    },
  })
}
