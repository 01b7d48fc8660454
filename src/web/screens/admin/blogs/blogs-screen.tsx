import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { ContentPanel } from '#web/features/panels/content-panel.tsx'
import { parsePanelSearch } from '#web/features/panels/panel-search.ts'
import { BLOG_COLUMNS } from './blog-columns.tsx'

const TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_7.5rem_6rem_7.25rem]'

export function Component() {
  const [params] = useSearchParams()
  return (
    <ContentPanel
      title="Blog Panel"
      path={paths.adminBlogs}
      label="Posts"
      columns={BLOG_COLUMNS}
      template={TEMPLATE}
      list={useInfiniteQuery({ ...pages('getBlogsAdmin', parsePanelSearch(params)), staleTime: 30_000 })}
      getRowId={(blog) => blog.blog_id}
      addLink={{ to: paths.addBlog, text: 'Add Blog' }}
      emptyState={{
        title: 'No Blogs are available',
        text: 'Write your first post.',
        noMatchText: 'No posts match your filters.',
      }}
    />
  )
}
