import { useQueryClient } from '@tanstack/react-query'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** Removes the post from the list at once, and restores it when the server refuses. */
export function useDeleteBlog() {
  const client = useQueryClient()
  const showToast = useShowToast()
  const showDeleted = useShowDeleted()
  return useCallMutation('deleteBlog', {
    isOptimistic: true,
    mutationFn: ({ blog_id }: AdminBlog) => call('deleteBlog', { blog_id }),
    onMutate: async (blog) => {
      await client.cancelQueries({ queryKey: ['getBlogsAdmin'] })
      return updateCachedRows(client, 'getBlogsAdmin', (row) => (row.blog_id === blog.blog_id ? null : row))
    },
    onSuccess: ({ msg }, { blog_id }) => {
      client.removeQueries({ queryKey: query('getBlogForm', { blog_id }).queryKey })
      showDeleted(msg, { kind: 'post', id: blog_id })
    },
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Deleting the post failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t delete “${title}”: ${error.message}` })
    },
  })
}
