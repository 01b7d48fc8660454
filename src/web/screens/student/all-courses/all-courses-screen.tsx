import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import { Link, useSearchParams } from 'react-router'
import { COURSE_FILTERS } from '#contract/course-filters.ts'
import type { Course } from '#contract/courses.ts'
import { pages } from '#web/api.ts'
import { Head, SiteAddressContext, StructuredData } from '#web/head.tsx'
import { coursePath, paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInfiniteScroll } from '#web/ui/infinite-scroll.ts'
import { CourseCard, CourseCardSkeleton } from '../course-card/course-card.tsx'
import { CourseFilters } from '../course-filters.tsx'
import { courseSearch } from '../course-search.ts'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head
        title="All courses"
        description="Self-paced courses on computer science, the web, databases, security, machine learning and more. Pick one and begin in a minute; every course is yours for good."
      />
      <h1 className="text-4xl sm:text-5xl">All courses</h1>
      <p className="mt-2 text-lg text-muted">Pick one and begin in a minute. Every course is yours for good.</p>
      <div className="sticky top-16 z-20 -mx-2 mt-5 bg-bg px-2 py-3">
        <CourseFilters choices={COURSE_FILTERS} />
      </div>
      <Suspense fallback={<Waiting />}>
        <Catalogue />
      </Suspense>
    </div>
  )
}

function Catalogue() {
  const [params] = useSearchParams()
  const list = useSuspenseInfiniteQuery(pages('getCourses', courseSearch(params)))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const last = useInfiniteScroll(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, () => void fetchNextPage())
  // A course added meanwhile moves others onto the next page: each is shown once.
  const courses = [
    ...new Map(data.pages.flatMap<object>(({ msg }) => msg).filter(isWhole).map((course) => [course.course_id, course])).values(),
  ]
  if (courses.length === 0) return <NoneFound />
  return (
    <>
      <CourseListData courses={courses} />
      <ul className={`mt-3 ${GRID}`}>
        {courses.map((course, index) => (
          <li key={course.course_id} ref={index === courses.length - 1 ? last : undefined} className="grid">
            <CourseCard course={course} action={course.enrolled ? 'Continue' : 'Join Now'} />
          </li>
        ))}
        {isFetchingNextPage && [1, 2, 3].map((place) => <CourseCardSkeleton key={place} />)}
      </ul>
      <p role="status" className="mt-10 text-center text-sm text-muted">
        {isFetchNextPageError ? 'The rest did not come through.' : hasNextPage ? `${courses.length} courses so far` : 'No more data'}
      </p>
      {hasNextPage && !isFetchingNextPage && (
        <p className="mt-3 text-center">
          <Button look="secondary" size="sm" onClick={() => void fetchNextPage()}>
            {isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        </p>
      )}
    </>
  )
}

/** The call also has a short form, for selects; a page of it never does. */
const isWhole = (course: object): course is Course => 'description' in course

function NoneFound() {
  return (
    <EmptyState title="No courses are available">
      Nothing matches what you are looking for.{' '}
      <Link to={paths.allCourses} className="font-semibold text-accent-text underline-offset-4 hover:underline">
        Show all courses
      </Link>
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={`mt-3 ${GRID}`}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <CourseCardSkeleton key={place} />
      ))}
    </div>
  )
}

function CourseListData({ courses }: { courses: Course[] }) {
  const site = useContext(SiteAddressContext)
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
