import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import type { Column } from '#web/ui/list/table-row.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import type { InfiniteList } from '#web/ui/list/use-infinite-rows.ts'
import { PanelHeader } from './panel-header.tsx'
import { PANEL_FILTERS, parsePanelSearch } from './panel-search.ts'

interface ContentPanelProps<Row> {
  title: string
  /** The panel's path without filters. */
  path: string
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Classes for `grid-template-columns`. */
  template: string
  list: InfiniteList<Row>
  getRowId: (row: Row) => number
  renderDetails?: (row: Row) => ReactNode
  addLink: { to: string; text: string }
  /** Other actions. */
  children?: ReactNode
  emptyState: { title: string; text: string; noMatchText: string }
}

/** The panel of courses or posts, which are public or drafts. */
export function ContentPanel<Row>({ title, path, addLink, emptyState, children, ...table }: ContentPanelProps<Row>) {
  const [params] = useSearchParams()
  const { search_text, select_data } = parsePanelSearch(params)
  const isFiltered = search_text !== '' || select_data !== ''
  return (
    <>
      <PanelHeader title={title} filters={<ListFilters choices={PANEL_FILTERS} label="Search by title" />}>
        <AddLink {...addLink} />
        {children}
      </PanelHeader>
      <div className="@container">
        <InfiniteTable
          {...table}
          endText="No more data"
          emptyState={
            <EmptyState title={emptyState.title}>
              <p>{isFiltered ? emptyState.noMatchText : emptyState.text}</p>
              {isFiltered ? (
                <ButtonLink to={path} variant="secondary">
                  Clear filters
                </ButtonLink>
              ) : (
                <AddLink {...addLink} />
              )}
            </EmptyState>
          }
        />
      </div>
    </>
  )
}

function AddLink({ to, text }: { to: string; text: string }) {
  return (
    <ButtonLink to={to}>
      <AnyIcon name="plus" size={18} />
      {text}
    </ButtonLink>
  )
}
