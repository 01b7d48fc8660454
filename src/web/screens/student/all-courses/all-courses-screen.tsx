import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import { useSearchParams } from 'react-router'
import { COURSE_FILTERS } from '#contract/choices.ts'
import type { Course } from '#contract/schemas/courses.ts'
import { pages } from '#web/data/api.ts'
import { Head, SiteUrlContext, StructuredData } from '#web/ui/head.tsx'
import { coursePath, paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInfiniteScroll } from '#web/ui/list/use-infinite-scroll.ts'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { CourseCard, CourseCardSkeleton } from '#web/features/courses/card/course-card.tsx'
import { parseCourseSearch } from '#web/features/courses/course-search.ts'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

export function Component() {
  const [params] = useSearchParams()
  const filters = parseCourseSearch(params)
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head
        title="All courses"
        description="Self-paced courses on computer science, the web, databases, security, machine learning and more. Pick one and begin in a minute; every course is yours for good."
      />
      <h1 className="text-4xl sm:text-5xl">All courses</h1>
      <p className="mt-2 text-lg text-muted">Pick one and begin in a minute. Every course is yours for good.</p>
      <div className="sticky top-bar z-20 -mx-2 mt-5 bg-bg px-2 py-3 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-3 after:bg-linear-to-b after:from-bg after:to-transparent">
        <ListFilters choices={COURSE_FILTERS} />
      </div>
      <ResultCount filters={filters} />
      {/* Another list: while it is on its way the old one would only mislead. */}
      <Suspense key={JSON.stringify(filters)} fallback={<LoadingSkeleton />}>
        <CourseGrid filters={filters} />
      </Suspense>
    </div>
  )
}

type CourseFilters = ReturnType<typeof parseCourseSearch>

/** Says how many there are, for those who do not see the list change. */
function ResultCount({ filters }: { filters: CourseFilters }) {
  const { data, hasNextPage } = useInfiniteQuery({ ...pages('getCourses', filters), enabled: false })
  const count = data && getUniqueCourses(data.pages).length
  return (
    <p role="status" className="sr-only">
      {count === undefined
        ? 'Looking for courses'
        : `${count} ${count === 1 ? 'course' : 'courses'}${hasNextPage ? ' so far' : ''}`}
    </p>
  )
}

function CourseGrid({ filters }: { filters: CourseFilters }) {
  const list = useSuspenseInfiniteQuery(pages('getCourses', filters))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const lastItemRef = useInfiniteScroll(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => void fetchNextPage(),
  )
  const courses = getUniqueCourses(data.pages)
  if (courses.length === 0) return <NoResults isFiltered={filters.search_text !== '' || filters.select_data !== ''} />
  return (
    <>
      <CourseListStructuredData courses={courses} />
      <ul className={`mt-3 ${GRID}`}>
        {courses.map((course, index) => (
          <li key={course.course_id} ref={index === courses.length - 1 ? lastItemRef : undefined} className="grid">
            <CourseCard course={course} action="Join Now" />
          </li>
        ))}
        {isFetchingNextPage &&
          [1, 2, 3].map((place) => (
            <li key={`waiting-${place}`} className="grid">
              <CourseCardSkeleton />
            </li>
          ))}
      </ul>
      {/* One height in each of its states: what is below stays where it is. */}
      <div className="mt-8 flex min-h-20 flex-col items-center gap-2 text-sm text-muted">
        {isFetchNextPageError && <p role="alert">The rest did not come through.</p>}
        {!hasNextPage && <p>No more data</p>}
        {hasNextPage && !isFetchingNextPage && (
          <Button variant={isFetchNextPageError ? 'secondary' : 'quiet'} onClick={() => void fetchNextPage()}>
            {isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        )}
      </div>
    </>
  )
}

/** A course added meanwhile moves others onto the next page: each is shown once. */
function getUniqueCourses(pages: { msg: object[] }[]): Course[] {
  const all = pages.flatMap(({ msg }) => msg).filter(isFullCourse)
  return [...new Map(all.map((course) => [course.course_id, course])).values()]
}

/** The call also has a short form, for selects; a page of it never does. */
const isFullCourse = (course: object): course is Course => 'description' in course

function NoResults({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No courses are available">
      <p>
        {isFiltered
          ? 'Nothing matches what you are looking for.'
          : 'The first one is being prepared. Have a look at the blog meanwhile.'}
      </p>
      <ButtonLink to={isFiltered ? paths.allCourses : paths.blogList} variant="secondary">
        {isFiltered ? 'Show all courses' : 'Read the blog'}
      </ButtonLink>
    </EmptyState>
  )
}

function LoadingSkeleton() {
  return (
    <div className={`mt-3 ${GRID}`}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <CourseCardSkeleton key={place} />
      ))}
    </div>
  )
}

function CourseListStructuredData({ courses }: { courses: Course[] }) {
  const site = useContext(SiteUrlContext)
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: courses.map((course, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Course',
        name: course.title,
        description: course.description.split('\n', 1)[0],
        url: site + coursePath(course),
        provider: { '@type': 'Organization', name: 'Learn Lantern', sameAs: site },
      },
    })),
  }
  return <StructuredData data={list} />
}
