import { keepPreviousData, useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import { useSearchParams } from 'react-router'
import { COURSE_FILTERS } from '#contract/course-filters.ts'
import type { Course } from '#contract/schemas/courses.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { pages } from '#web/data/api.ts'
import { useUser } from '#web/data/session.ts'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { coursePath, paths } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { CardListFooter } from '#web/ui/list/card-list-footer.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import type { Suggestion } from '#web/ui/list/search-field.tsx'
import { CourseCard, CourseCardSkeleton } from '#web/features/courses/card/course-card.tsx'
import { parseCourseSearch } from '#web/features/courses/course-search.ts'
import { CategoryChips } from './category-chips.tsx'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4'

export function Component() {
  const [params] = useSearchParams()
  const filters = parseCourseSearch(params)
  const keepFocus = useKeepFocus()
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head
        title="All courses"
        description="Self-paced courses on computer science, the web, databases, security, machine learning, and more. Learn at your own pace, with lifetime access."
      />
      <FeedLink />
      <h1 className="text-4xl sm:text-5xl">All courses</h1>
      <p className="mt-2 text-lg text-muted">
        Learn at your own pace, with lifetime access.{' '}
        <TextLink to={paths.learningPaths}>Follow a learning path</TextLink>
      </p>
      <div className="sticky top-bar z-20 -mx-2 mt-5 bg-bg px-2 py-3 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-3 after:bg-linear-to-b after:from-bg after:to-transparent">
        <ListFilters choices={COURSE_FILTERS} suggestions={useTitleSuggestions(filters)} />
      </div>
      <div className="mt-2 mb-4">
        <CategoryChips />
      </div>
      <ResultCount filters={filters} />
      {/* Keyed by the filters: while new results load, the old ones would mislead. */}
      <div {...keepFocus} tabIndex={-1} className="outline-none">
        <Suspense key={JSON.stringify(filters)} fallback={<LoadingSkeleton />}>
          <CourseGrid filters={filters} />
        </Suspense>
      </div>
    </div>
  )
}

/** Lets feed readers discover the feed of new courses. */
function FeedLink() {
  const site = useContext(SiteUrlContext)
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title="Learn Lantern: courses (RSS)"
      href={site + paths.coursesFeed}
    />
  )
}

type CourseFilters = ReturnType<typeof parseCourseSearch>

const MAX_SUGGESTIONS = 6

/** The titles at the top of the list, which follows the typing: no request of their own. */
function useTitleSuggestions(filters: CourseFilters): Suggestion[] {
  const user = useUser()
  const { data } = useInfiniteQuery({
    ...pages('getCourses', filters),
    enabled: false,
    placeholderData: keepPreviousData,
  })
  if (filters.search_text === '') return []
  const courses = data?.pages[0]?.msg.filter(isFullCourse) ?? []
  return courses.slice(0, MAX_SUGGESTIONS).map((course) => ({
    id: course.course_id,
    text: course.title,
    to: user ? coursePath(course) : publicCoursePath(course),
  }))
}

/** The number of results, which is also announced to screen readers. */
function ResultCount({ filters }: { filters: CourseFilters }) {
  const { data, hasNextPage } = useInfiniteQuery({ ...pages('getCourses', filters), enabled: false })
  const count = data && new Set(data.pages.flatMap(({ msg }) => msg.map(({ course_id }) => course_id))).size
  return (
    <p role="status" className="text-sm text-muted tabular-nums">
      {count === undefined
        ? 'Loading courses'
        : `${count} ${count === 1 ? 'course' : 'courses'}${hasNextPage ? ' so far' : ''}`}
    </p>
  )
}

function CourseGrid({ filters }: { filters: CourseFilters }) {
  const list = useSuspenseInfiniteQuery(pages('getCourses', filters))
  const { rows, lastRowRef } = useInfiniteRows(list, ({ course_id }) => course_id)
  const courses = rows.filter(isFullCourse)
  if (courses.length === 0) return <NoResults isFiltered={filters.search_text !== '' || filters.select_data !== ''} />
  return (
    <>
      <CourseListStructuredData courses={courses} />
      <ul className={`mt-3 ${GRID}`}>
        {courses.map((course, index) => (
          <li key={course.course_id} ref={index === courses.length - 1 ? lastRowRef : undefined} className="grid">
            <CourseCard course={course} />
          </li>
        ))}
        {list.isFetchingNextPage &&
          [1, 2, 3, 4].map((place) => (
            <li key={`loading-${place}`} className={place === 4 ? 'hidden 2xl:grid' : 'grid'}>
              <CourseCardSkeleton />
            </li>
          ))}
      </ul>
      <CardListFooter list={list} />
    </>
  )
}

/** Without a page number, the call answers a short form for selects; its pages never contain it. */
const isFullCourse = (course: object): course is Course => 'description' in course

function NoResults({ isFiltered }: { isFiltered: boolean }) {
  const user = useUser()
  const { text, to, name } = isFiltered
    ? { text: 'No courses match your filters.', to: paths.allCourses, name: 'Clear filters' }
    : getFirstStep(user)
  return (
    <EmptyState title="No courses are available">
      <p>{text}</p>
      <ButtonLink to={to} variant="secondary">
        {name}
      </ButtonLink>
    </EmptyState>
  )
}

/** What an empty catalogue leads to. Not the blog: when that is empty, too, it leads back here. */
function getFirstStep(user: User | null): { text: string; to: string; name: string } {
  if (user === null)
    return { text: 'The first course is coming soon. Create your account now.', to: paths.signup, name: 'Sign up' }
  if (user.role === 'admin') return { text: 'Add the first course.', to: paths.addCourse, name: 'Add Course' }
  return { text: 'The first course is coming soon. Tell us what you want to learn.', to: paths.chat, name: 'Open chat' }
}

function LoadingSkeleton() {
  return (
    <div className={`mt-3 ${GRID}`}>
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((place) => (
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
        url: site + publicCoursePath(course),
        provider: { '@type': 'Organization', name: 'Learn Lantern', sameAs: site },
      },
    })),
  }
  return <StructuredData data={list} />
}
