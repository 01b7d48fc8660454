import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { PANEL_CHOICES, panelSearch } from '#web/features/panels/panel-search.ts'
import { COLUMNS } from './course-columns.tsx'

const TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_7.25rem] @4xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_5rem_6.5rem_7.25rem]'

export function Component() {
  const [params] = useSearchParams()
  const asked = panelSearch(params)
  const list = useInfiniteQuery({ ...pages('getCoursesAdmin', asked), staleTime: 30_000 })
  return (
    <>
      <PanelHead title="Course Panel">
        <AddCourse />
      </PanelHead>
      <div className="mb-4">
        <ListFilters choices={PANEL_CHOICES} label="Search by title" />
      </div>
      <div className="@container">
        <InfiniteTable
          label="Courses"
          columns={COLUMNS}
          template={TEMPLATE}
          list={list}
          idOf={(course) => course.course_id}
          end="No more data"
          empty={<NoneFound isFiltered={asked.search_text !== '' || asked.select_data !== ''} />}
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

function NoneFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No courses are available">
      <p>{isFiltered ? 'Nothing matches what you are looking for.' : 'The first one is a title and a lesson away.'}</p>
      {isFiltered ? (
        <ButtonLink to={paths.adminCourses} look="secondary">
          Show all courses
        </ButtonLink>
      ) : (
        <AddCourse />
      )}
    </EmptyState>
  )
}
