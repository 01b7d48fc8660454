import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { parseIdSegment, uploadPath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/public-course-path.ts'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { query } from '#web/data/api.ts'
import { CourseCard } from '#web/features/courses/card/course-card.tsx'
import { CourseBreadcrumb } from '#web/features/courses/course-breadcrumb.tsx'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'
import { formatDuration } from '#web/features/player/clock.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Rating } from '#web/ui/star-rating.tsx'
import { useCorrectAddress } from '#web/ui/use-correct-address.ts'
import { Curriculum } from './curriculum.tsx'
import { PublicCourseHead } from './public-course-head.tsx'
import { PublicReviews } from './public-reviews.tsx'
import { PurchaseBox } from './purchase-box.tsx'

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
  const { course } = page
  useCorrectAddress(publicCoursePath(course))
  const [lead = '', ...paragraphs] = course.description.split(/\n{2,}/)
  return (
    <>
      <PublicCourseHead page={page} currency={payment.currency} />
      <CourseBreadcrumb category={course.category} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <CourseHeader page={page} lead={lead} />
        {/* Spans both rows of the main column, so that it stays sticky to its end. */}
        <aside
          aria-label="Join this course"
          className="lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
        >
          <PurchaseBox course={course} payment={payment} />
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
          <Curriculum page={page} />
          <PublicReviews page={page} />
        </div>
      </div>
      <RelatedCourses courses={page.related} />
    </>
  )
}

function CourseHeader({ page: { course, duration, updated_date }, lead }: { page: PublicCoursePage; lead: string }) {
  return (
    <header className="min-w-0 lg:col-start-1">
      <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
        {course.title}
      </h1>
      {lead && (
        <p dir="auto" className="mt-3 max-w-[68ch] text-lg wrap-anywhere whitespace-pre-line text-muted">
          {lead}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Rating value={course.stars} count={course.reviews} />
        <span>
          {course.lessons} {course.lessons === 1 ? 'lesson' : 'lessons'}
          {duration > 0 && `, ${formatDuration(duration)}`}
        </span>
        <span>
          Last updated <time dateTime={updated_date}>{formatDate(updated_date)}</time>
        </span>
      </p>
      <div className="relative mt-6 aspect-[640/344] overflow-hidden rounded-panel">
        <Picture course={course} />
      </div>
    </header>
  )
}

/** The largest element of the first screen, so it is not loaded lazily as on a card. */
function Picture({ course }: { course: PublicCourse }) {
  const fill = 'absolute inset-0 size-full object-cover'
  return course.image_url ? (
    <img src={uploadPath(course.image_url)} alt="" fetchPriority="high" className={fill} />
  ) : (
    <CourseCover id={course.course_id} category={course.category} className={fill} />
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
