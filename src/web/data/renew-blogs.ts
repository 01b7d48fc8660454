import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/methods.ts'

const OF_BLOGS: CallName[] = ['getBlogsAdmin', 'getBlogData', 'getBlogForm', 'getComments']

/** After a post has changed, whatever shows posts is asked anew, the readers' pages too. */
export function renewBlogs(client: QueryClient): Promise<unknown> {
  return Promise.all(OF_BLOGS.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
