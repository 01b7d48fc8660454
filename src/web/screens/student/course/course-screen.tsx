import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { Head } from '#web/ui/head.tsx'
import { coursePath, idOfSegment, paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { Rating } from '#web/ui/stars.tsx'
import { AuthorBox } from './author-box.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { currentLesson } from './current-lesson.ts'
import { EnrollBox } from './enroll-box.tsx'
import { LessonList } from './lesson-list.tsx'
import { LessonStage } from './lesson-stage.tsx'
import { spokenLength } from '#web/features/player/clock.ts'
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
  const courseId = idOfSegment(courseName)
  const { course, lessons, enrolled } = useCourse(courseId)
  const [params] = useSearchParams()
  const user = useSignedInUser()
  const lesson = useShownLesson(lessons, params.get('lesson'))
  const mayTick = enrolled && user.role === 'student'
  const seconds = lessons.reduce((sum, { duration }) => sum + (duration ?? 0), 0)

  return (
    <>
      <Head title={course.title} description={firstParagraph(course)} canonical={coursePath(course)} hidden />
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted">
        <ol className="flex min-w-0 gap-2">
          <li>
            <Link to={paths.allCourses} className="whitespace-nowrap hover:text-text">
              All courses
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li className="truncate">{course.category}</li>
        </ol>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-9">
        <div className="lg:col-start-1 lg:row-start-1">
          <LessonStage
            course={course}
            lessons={lessons}
            lesson={lesson}
            mayTick={mayTick}
            startsAtOnce={params.has('play')}
          />
        </div>
        <header className="min-w-0 lg:col-start-1 lg:row-start-2">
          <h1 className="text-3xl sm:text-4xl">{course.title}</h1>
          <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
            <Rating value={course.stars} count={course.reviews} />
            <span>
              {course.lessons} {course.lessons === 1 ? 'lesson' : 'lessons'}
              {seconds > 0 && `, ${spokenLength(seconds)}`}
            </span>
            <span>{course.category}</span>
          </p>
        </header>
        {/* Beside all of the column, so that it stays in view for as long as there is something to read there. */}
        <aside
          aria-label="Your course"
          className="space-y-5 lg:sticky lg:top-22 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start"
        >
          {enrolled ? (
            <ProgressBox course={course} lessons={lessons} />
          ) : (
            user.role === 'student' && <EnrollBox course={course} />
          )}
          <LessonList course={course} lessons={lessons} current={lesson} mayTick={mayTick} />
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
          <Reviews courseId={course.course_id} mayReview={mayTick} />
        </div>
      </div>
    </>
  )
}

/**
 * Stays the one it is until another is asked for: that the lesson now playing is ticked makes it no longer the first open
 * one, and must not take it away.
 */
function useShownLesson(lessons: readonly Lesson[], named: string | null): Lesson | undefined {
  const [shownId, setShownId] = useState<number>()
  const lesson = currentLesson(lessons, named ?? (shownId === undefined ? null : String(shownId)))
  if (lesson?.material_id !== shownId) setShownId(lesson?.material_id)
  return lesson
}

const firstParagraph = (course: Course) => course.description.split('\n', 1)[0] ?? ''
