import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { MY_COURSE_FILTERS } from '#contract/course-filters.ts'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CourseCard, CourseCardSkeleton } from '#web/features/courses/card/course-card.tsx'
import { parseMyCourseSearch } from '#web/features/courses/course-search.ts'
import { Pager } from './pager.tsx'

const PER_PAGE = 4
const GRID = 'mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-4'

export function Component() {
  const [params] = useSearchParams()
  const { search_text, select_data } = parseMyCourseSearch(params)
  const keepFocus = useKeepFocus()
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="My Courses" noIndex />
      <h1 className="text-4xl sm:text-5xl">My Courses</h1>
      <p className="mt-2 mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-lg text-muted">
        Courses you joined, newest first.
        <span className="text-base">
          <TextLink to={paths.myCertificates}>My certificates</TextLink>
        </span>
      </p>
      <ListFilters choices={MY_COURSE_FILTERS} />
      {/* The key leaves out the page, so that the pager keeps the focus when the page changes. */}
      <div {...keepFocus} tabIndex={-1} className="outline-none">
        <Suspense key={JSON.stringify([search_text, select_data])} fallback={<LoadingSkeleton />}>
          <MyCourses />
        </Suspense>
      </div>
    </div>
  )
}

function MyCourses() {
  const [params] = useSearchParams()
  const filters = parseMyCourseSearch(params)
  const { data } = useSuspenseQuery(query('getEnrolledCourses', filters))
  const [courses, [{ 'COUNT(*)': total }]] = data.msg
  const pageCount = Math.ceil(total / PER_PAGE)
  const isLoadingPage = useNavigation().location?.pathname === useLocation().pathname
  const isPastEnd = courses.length === 0 && total > 0
  const navigate = useNavigate()
  useEffect(() => {
    if (isPastEnd) void navigate(getPageUrl(params, pageCount), { replace: true })
  }, [isPastEnd, params, pageCount, navigate])
  if (isPastEnd) return <LoadingSkeleton />
  if (courses.length === 0) return <NoCourses isFiltered={filters.search_text !== '' || filters.select_data !== ''} />
  return (
    <>
      <p role="status" className="sr-only">
        {total} {total === 1 ? 'course' : 'courses'}, page {filters.page} of {pageCount}
      </p>
      <ul
        aria-busy={isLoadingPage}
        className={`${GRID} transition-opacity duration-150 aria-busy:opacity-50 aria-busy:delay-150`}
      >
        {courses.map((course) => (
          <li key={course.course_id} className="grid">
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
      <Pager current={filters.page} pageCount={pageCount} getPageHref={(page) => getPageUrl(params, page)} />
    </>
  )
}

function getPageUrl(params: URLSearchParams, page: number): string {
  const next = new URLSearchParams(params)
  next.set('page', String(page))
  return `?${next}`
}

function NoCourses({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No courses are available">
      <p>{isFiltered ? 'None of your courses match.' : "You haven't joined a course yet. Find your first course."}</p>
      <ButtonLink to={isFiltered ? paths.myCourses : paths.allCourses}>
        {isFiltered ? 'Clear filters' : 'All courses'}
      </ButtonLink>
    </EmptyState>
  )
}

function LoadingSkeleton() {
  return (
    <div className={GRID}>
      {[1, 2, 3, 4].map((place) => (
        <CourseCardSkeleton key={place} />
      ))}
    </div>
  )
}
