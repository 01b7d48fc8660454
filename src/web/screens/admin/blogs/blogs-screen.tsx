import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { PANEL_CHOICES, panelSearch } from '#web/features/panels/panel-search.ts'
import { COLUMNS } from './blog-columns.tsx'

const TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_7.5rem_6rem_5.5rem]'

export function Component() {
  const [params] = useSearchParams()
  const asked = panelSearch(params)
  const list = useInfiniteQuery({ ...pages('getBlogsAdmin', asked), staleTime: 30_000 })
  return (
    <>
      <PanelHead title="Blog Panel">
        <AddBlog />
      </PanelHead>
      <div className="mb-4">
        <ListFilters choices={PANEL_CHOICES} label="Search by title" />
      </div>
      <div className="@container">
        <InfiniteTable
          label="Posts"
          columns={COLUMNS}
          template={TEMPLATE}
          list={list}
          idOf={idOf}
          end="No more data"
          empty={<NoneFound isFiltered={asked.search_text !== '' || asked.select_data !== ''} />}
        />
      </div>
    </>
  )
}

const idOf = ({ blog_id }: AdminBlog) => blog_id

function AddBlog() {
  return (
    <ButtonLink to={paths.addBlog}>
      <AnyIcon name="plus" size={18} />
      Add Blog
    </ButtonLink>
  )
}

function NoneFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No Blogs are available">
      <p>
        {isFiltered
          ? 'Nothing matches what you are looking for.'
          : 'Write the first one: what do your students ask most?'}
      </p>
      {isFiltered ? (
        <ButtonLink to={paths.adminBlogs} look="secondary">
          Show all posts
        </ButtonLink>
      ) : (
        <AddBlog />
      )}
    </EmptyState>
  )
}
