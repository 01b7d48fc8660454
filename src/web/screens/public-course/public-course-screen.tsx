import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { query } from '#web/data/api.ts'
import { CourseCard } from '#web/features/courses/card/course-card.tsx'
import { CourseBreadcrumb } from '#web/features/courses/course-breadcrumb.tsx'
import { Faq, Instructor, OutcomesAndRequirements } from '#web/features/course-details/course-details.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useCorrectAddress } from '#web/ui/hooks/use-correct-address.ts'
import { Curriculum } from './curriculum.tsx'
import { PublicCourseHead } from './public-course-head.tsx'
import { PublicCourseHeader } from './public-course-header.tsx'
import { PublicReviews } from './public-reviews.tsx'
import { PurchaseBox } from './purchase-box.tsx'
import { StickyPurchaseBar } from './sticky-purchase-bar.tsx'

export function Component() {
  return (
    <div className="container-site pt-6 pb-20 sm:pt-8">
      <Suspense fallback={<LoadingSkeleton />}>
        <CoursePage />
      </Suspense>
    </div>
  )
}

function CoursePage() {
  const { courseName } = useParams()
  const page = useSuspenseQuery(query('getPublicCourse', { course_id: parseIdSegment(courseName) })).data.msg
  const payment = useSuspenseQuery(query('getPaymentSettings', {})).data.msg
  const button = useRef<HTMLAnchorElement>(null)
  const { course } = page
  useCorrectAddress(publicCoursePath(course))
  const [lead = '', ...rest] = course.description.split(/\n{2,}/)
  // A pitch takes the place of the first paragraph, which then stays with the others.
  const paragraphs = page.details.pitch && lead ? [lead, ...rest] : rest
  return (
    <>
      <PublicCourseHead page={page} currency={payment.currency} />
      <CourseBreadcrumb category={course.category} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PublicCourseHeader page={page} lead={lead} />
        {/* Spans both rows of the main column, so that it stays sticky to its end. */}
        <aside
          aria-label="Join this course"
          className="lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
        >
          <PurchaseBox course={course} payment={payment} button={button} />
        </aside>
        <div className="min-w-0 lg:col-start-1">
          {paragraphs.length > 0 && (
            <section aria-label="Description" className="max-w-[68ch] space-y-4 wrap-anywhere text-muted">
              {paragraphs.map((paragraph, index) => (
                <p key={index} dir="auto" className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </section>
          )}
          <OutcomesAndRequirements details={page.details} />
          <Requires requires={page.requires} />
          <Curriculum page={page} />
          <Instructor details={page.details} className="mt-12" />
          <Faq details={page.details} />
          <PublicReviews page={page} />
        </div>
      </div>
      <RelatedCourses courses={page.related} />
      <StickyPurchaseBar course={course} button={button} />
    </>
  )
}

function Requires({ requires }: Pick<PublicCoursePage, 'requires'>) {
  if (requires.length === 0) return null
  const isBlocking = requires.some(({ blocking }) => blocking)
  return (
    <section aria-labelledby="requires" className="mt-8">
      <h2 id="requires" className="text-xl">
        {isBlocking ? 'Courses to finish first' : 'Recommended courses first'}
      </h2>
      <ul className="mt-3 space-y-1.5">
        {requires.map((course) => (
          <li key={course.course_id} dir="auto" className="wrap-anywhere">
            <TextLink to={publicCoursePath(course)}>{course.title}</TextLink>
            {isBlocking && !course.blocking && <span className="text-sm text-muted"> (recommended)</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RelatedCourses({ courses }: { courses: PublicCourse[] }) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-16">
      <h2 id="related" className="text-2xl">
        Related courses
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <li key={course.course_id} className="grid">
            <CourseCard course={{ ...course, progress: 0, enrolled: false }} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-4 h-5 w-64 max-w-full" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <div className="skeleton h-11 w-3/4" />
          <div className="skeleton mt-4 h-14" />
          <div className="skeleton mt-4 h-5 w-2/5" />
          <div className="skeleton mt-6 aspect-[640/344] rounded-panel" />
        </div>
        <div className="skeleton h-96 rounded-panel" />
      </div>
    </div>
  )
}
