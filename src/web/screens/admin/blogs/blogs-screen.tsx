import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { PANEL_FILTERS, parsePanelSearch } from '#web/features/panels/panel-search.ts'
import { BLOG_COLUMNS } from './blog-columns.tsx'

const TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_7.5rem_6rem_5.5rem]'

export function Component() {
  const [params] = useSearchParams()
  const filters = parsePanelSearch(params)
  const list = useInfiniteQuery({ ...pages('getBlogsAdmin', filters), staleTime: 30_000 })
  return (
    <>
      <PanelHeader title="Blog Panel">
        <AddBlog />
      </PanelHeader>
      <div className="mb-4">
        <ListFilters choices={PANEL_FILTERS} label="Search by title" />
      </div>
      <div className="@container">
        <InfiniteTable
          label="Posts"
          columns={BLOG_COLUMNS}
          template={TEMPLATE}
          list={list}
          getRowId={(blog) => blog.blog_id}
          endText="No more data"
          emptyState={<NoBlogsFound isFiltered={filters.search_text !== '' || filters.select_data !== ''} />}
        />
      </div>
    </>
  )
}

function AddBlog() {
  return (
    <ButtonLink to={paths.addBlog}>
      <AnyIcon name="plus" size={18} />
      Add Blog
    </ButtonLink>
  )
}

function NoBlogsFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No Blogs are available">
      <p>{isFiltered ? 'No posts match your filters.' : 'Write your first post.'}</p>
      {isFiltered ? (
        <ButtonLink to={paths.adminBlogs} variant="secondary">
          Clear filters
        </ButtonLink>
      ) : (
        <AddBlog />
      )}
    </EmptyState>
  )
}
