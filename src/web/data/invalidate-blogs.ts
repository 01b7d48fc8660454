import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/calls.ts'

const BLOG_CALLS: CallName[] = ['getBlogsAdmin', 'getBlogData', 'getBlogForm', 'getComments']

/** After a post has changed, whatever shows posts is asked anew, the readers' pages too. */
export function invalidateBlogs(client: QueryClient): Promise<unknown> {
  return Promise.all(BLOG_CALLS.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
