import { Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { Head } from '#web/ui/head.tsx'
import { coursePath, parseIdSegment } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { Rating } from '#web/ui/star-rating.tsx'
import { AccessEndedNotice } from './access-ended-notice.tsx'
import { AuthorBox } from './author-box.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { findCurrentLesson } from './current-lesson.ts'
import { EnrollBox } from './enroll-box.tsx'
import { LessonList } from './lesson-list.tsx'
import { LessonStage } from './lesson-stage.tsx'
import { CourseBreadcrumb } from '#web/features/courses/course-breadcrumb.tsx'
import { formatDuration } from '#web/features/player/clock.ts'
import { ProgressBox } from './progress-box.tsx'
import { Reviews } from './reviews/reviews.tsx'
import { useCourse } from './use-course.ts'

export function Component() {
  return (
    <div className="container-site pt-6 pb-20 sm:pt-8">
      <Suspense fallback={<CourseSkeleton />}>
        <CoursePage />
      </Suspense>
    </div>
  )
}

function CoursePage() {
  const { courseName } = useParams()
  const courseId = parseIdSegment(courseName)
  const { course, lessons, enrolled } = useCourse(courseId)
  const [params] = useSearchParams()
  const user = useSignedInUser()
  const lesson = useCurrentLesson(lessons, params.get('lesson'))
  const [enrolledId, setEnrolledId] = useState<number>()
  const hasJustEnrolled = enrolledId === courseId
  const canComplete = enrolled && user.role === 'student'

  return (
    <>
      <Head title={course.title} description={getFirstParagraph(course)} canonical={coursePath(course)} noIndex />
      <CourseBreadcrumb category={course.category} />
      <AccessEndedNotice courseId={courseId} enrolled={enrolled} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-9">
        <div className="lg:col-start-1 lg:row-start-1">
          <LessonStage
            course={course}
            lessons={lessons}
            lesson={lesson}
            canComplete={canComplete}
            shouldAutoPlay={params.has('play')}
          />
        </div>
        <CourseHeader course={course} lessons={lessons} />
        {/* Spans all rows of the main column, so that it stays sticky to its end. */}
        <aside
          aria-label="Your course"
          className="space-y-5 lg:sticky lg:top-22 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start"
        >
          <p role="status" className="sr-only">
            {hasJustEnrolled && 'You are enrolled. You can start the course now.'}
          </p>
          {enrolled ? (
            <ProgressBox course={course} lessons={lessons} shouldTakeFocus={hasJustEnrolled} />
          ) : (
            user.role === 'student' && <EnrollBox course={course} onEnrolled={() => setEnrolledId(courseId)} />
          )}
          <LessonList course={course} lessons={lessons} current={lesson} canComplete={canComplete} />
        </aside>
        <div className="min-w-0 lg:col-start-1 lg:row-start-3">
          <section aria-label="Description" className="max-w-[68ch] space-y-4 text-lg">
            {course.description.split(/\n{2,}/).map((paragraph, index) => (
              <p key={index} className={index === 0 ? '' : 'text-base text-muted'}>
                {paragraph}
              </p>
            ))}
          </section>
          <AuthorBox />
          <Reviews courseId={course.course_id} canReview={canComplete} />
        </div>
      </div>
    </>
  )
}

function CourseHeader({ course, lessons }: { course: Course; lessons: Lesson[] }) {
  const seconds = lessons.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return (
    <header className="min-w-0 lg:col-start-1 lg:row-start-2">
      <h1 className="text-3xl sm:text-4xl">{course.title}</h1>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Rating value={course.stars} count={course.reviews} />
        <span>
          {course.lessons} {course.lessons === 1 ? 'lesson' : 'lessons'}
          {seconds > 0 && `, ${formatDuration(seconds)}`}
        </span>
        <span>{course.category}</span>
      </p>
    </header>
  )
}

/** Keeps the current lesson until another is selected: ticking it must not move the player to the next open lesson. */
function useCurrentLesson(lessons: readonly Lesson[], lessonParam: string | null): Lesson | undefined {
  const [currentId, setCurrentId] = useState<number>()
  const lesson = findCurrentLesson(lessons, lessonParam ?? (currentId === undefined ? null : String(currentId)))
  if (lesson?.material_id !== currentId) setCurrentId(lesson?.material_id)
  return lesson
}

const getFirstParagraph = (course: Course) => course.description.split('\n', 1)[0] ?? ''
