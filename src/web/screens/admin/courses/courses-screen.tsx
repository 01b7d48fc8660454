import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ContentPanel } from '#web/features/panels/content-panel.tsx'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { parsePanelSearch } from '#web/features/panels/panel-search.ts'
import { BrokenLessons } from './broken-lessons.tsx'
import { COURSE_COLUMNS } from './course-columns.tsx'

const TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_9.5rem] @4xl:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_5rem_6.5rem_9.5rem]'

export function Component() {
  const [params] = useSearchParams()
  return (
    <ContentPanel
      title="Course Panel"
      path={paths.adminCourses}
      label="Courses"
      columns={COURSE_COLUMNS}
      template={TEMPLATE}
      list={useInfiniteQuery({ ...pages('getCoursesAdmin', parsePanelSearch(params)), staleTime: 30_000 })}
      getRowId={(course) => course.course_id}
      renderDetails={renderBrokenLessons}
      addLink={{ to: paths.addCourse, text: 'Add Course' }}
      emptyState={{
        title: 'No courses are available',
        text: 'Add your first course.',
        noMatchText: 'No courses match your filters.',
      }}
    >
      <ButtonLink to={paths.trash} variant="quiet" title="Trash" className="max-xl:w-11 max-xl:px-0 sm:order-first">
        <AnyIcon name="trash" size={18} />
        <span className="max-xl:sr-only">Trash</span>
      </ButtonLink>
    </ContentPanel>
  )
}

const renderBrokenLessons = (course: AdminCourse) =>
  course.broken_lessons.length > 0 && <BrokenLessons course={course} />
