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
import { COURSE_COLUMNS } from './course-columns.tsx'

const TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_7.25rem] @4xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_5rem_6.5rem_7.25rem]'

export function Component() {
  const [params] = useSearchParams()
  const filters = parsePanelSearch(params)
  const list = useInfiniteQuery({ ...pages('getCoursesAdmin', filters), staleTime: 30_000 })
  return (
    <>
      <PanelHeader title="Course Panel">
        <AddCourse />
      </PanelHeader>
      <div className="mb-4">
        <ListFilters choices={PANEL_FILTERS} label="Search by title" />
      </div>
      <div className="@container">
        <InfiniteTable
          label="Courses"
          columns={COURSE_COLUMNS}
          template={TEMPLATE}
          list={list}
          getRowId={(course) => course.course_id}
          endText="No more data"
          emptyState={<NoCoursesFound isFiltered={filters.search_text !== '' || filters.select_data !== ''} />}
        />
      </div>
    </>
  )
}

function AddCourse() {
  return (
    <ButtonLink to={paths.addCourse}>
      <AnyIcon name="plus" size={18} />
      Add Course
    </ButtonLink>
  )
}

function NoCoursesFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No courses are available">
      <p>{isFiltered ? 'No courses match your filters.' : 'Add your first course.'}</p>
      {isFiltered ? (
        <ButtonLink to={paths.adminCourses} variant="secondary">
          Clear filters
        </ButtonLink>
      ) : (
        <AddCourse />
      )}
    </EmptyState>
  )
}
