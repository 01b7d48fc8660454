import { Suspense, useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Lesson } from '#contract/schemas/courses.ts'
import { coursePath, parseIdSegment } from '#contract/paths.ts'
import { useIsViewingAsStudent, useSignedInUser } from '#web/data/session.ts'
import { Faq, Instructor, OutcomesAndRequirements } from '#web/features/course-details/course-details.tsx'
import { CourseBreadcrumb } from '#web/features/courses/course-breadcrumb.tsx'
import type { Playable } from '#web/features/player/sources/playable.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Head } from '#web/ui/head.tsx'
import { AccessEndedNotice } from './access-ended-notice.tsx'
import { AuthorBox } from './author-box.tsx'
import { CourseHeader } from './course-header.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { EnrollBox } from './enroll-box.tsx'
import { findCurrentLesson, isUnlocked } from './lessons/current-lesson.ts'
import { LessonList } from './lessons/lesson-list.tsx'
import { FinishedCard } from './progress/finished-card.tsx'
import { PrerequisitesBox } from './progress/prerequisites-box.tsx'
import { ProgressBox } from './progress/progress-box.tsx'
import { Reviews } from './reviews/reviews.tsx'
import { LessonStage } from './stage/lesson-stage.tsx'
import { LessonTools } from './tools/lesson-tools.tsx'
import { type CourseDetails, type LessonTick, useCompleteLesson, useCourse } from './use-course.ts'

export function Component() {
  const courseId = parseIdSegment(useParams().courseName)
  return (
    <div className="container-site pt-6 pb-20 sm:pt-8">
      {/* Writes on their way belong to the course that they were made in, and so does what they show. */}
      <Suspense key={courseId} fallback={<CourseSkeleton />}>
        <CoursePage courseId={courseId} />
      </Suspense>
    </div>
  )
}

function CoursePage({ courseId }: { courseId: number }) {
  const { course, lessons, enrolled } = useCourse(courseId)
  const [params] = useSearchParams()
  const user = useSignedInUser()
  const lesson = useCurrentLesson(lessons, { enrolled, lessonParam: params.get('lesson') })
  const closedLesson = findClosedLesson(lessons, params.get('lesson'))
  const [playable, setPlayable] = useState<Playable | null>(null)
  const goToMoment = useGoToMoment(lesson, playable)
  const canComplete = enrolled && user.role === 'student'
  const { mutate: complete, error: completeError, reset: dismissError } = useCompleteLesson(courseId)

  return (
    <>
      <Head title={course.title} description={getFirstParagraph(course)} canonical={coursePath(course)} noIndex />
      <CourseBreadcrumb category={course.category} />
      {completeError && (
        // Below the top bar, wherever the student ticked the lesson.
        <div className="sticky top-bar z-30 bg-bg py-2">
          <Banner
            variant="error"
            text={`Couldn’t save your progress. ${completeError.message}.`}
            onDismiss={dismissError}
          />
        </div>
      )}
      <AccessEndedNotice enrolled={enrolled} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-9">
        <div className="lg:col-start-1 lg:row-start-1">
          <LessonStage
            course={course}
            lessons={lessons}
            lesson={lesson}
            closedLesson={closedLesson}
            enrolled={enrolled}
            canComplete={canComplete}
            onComplete={complete}
            onPlayable={setPlayable}
          />
          {canComplete && <FinishedCard course={course} />}
        </div>
        <CourseHeader course={course} />
        <CourseAside
          courseId={courseId}
          lesson={closedLesson ? undefined : lesson}
          playable={playable}
          onComplete={complete}
          onMoment={goToMoment}
        />
        <div className="min-w-0 lg:col-start-1 lg:row-start-3">
          <CourseText course={course} />
          <Reviews courseId={course.course_id} canReview={canComplete} />
        </div>
      </div>
    </>
  )
}

interface CourseAsideProps {
  courseId: number
  /** The open one. */
  lesson: Lesson | undefined
  playable: Playable | null
  onComplete: (tick: LessonTick) => void
  onMoment: (lessonId: number, seconds: number) => void
}

function CourseAside({ courseId, lesson, playable, onComplete, onMoment }: CourseAsideProps) {
  const { course, sections, lessons, enrolled } = useCourse(courseId)
  const user = useSignedInUser()
  const isViewingAsStudent = useIsViewingAsStudent()
  const [hasJustEnrolled, setJustEnrolled] = useState(false)
  const isStudent = user.role === 'student'
  const canComplete = enrolled && isStudent
  // Then they are the way on; otherwise the lessons are.
  const isClosed = lessons.some(({ locked_reason }) => locked_reason === 'prerequisites')
  // The student view of an admin changes nothing.
  const canSave = canComplete && !isViewingAsStudent
  return (
    // Spans all rows of the main column, so that it stays sticky to its end.
    <aside
      aria-label="Your course"
      className="space-y-5 lg:sticky lg:top-22 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start"
    >
      <p role="status" className="sr-only">
        {hasJustEnrolled && 'You are enrolled. You can start the course now.'}
      </p>
      {enrolled ? (
        <ProgressBox course={course} lessons={lessons} shouldTakeFocus={hasJustEnrolled} canFinish={canSave} />
      ) : (
        isStudent && <EnrollBox course={course} onEnrolled={() => setJustEnrolled(true)} />
      )}
      {isStudent && isClosed && <PrerequisitesBox course={course} />}
      <LessonTools
        lesson={lesson}
        playable={playable}
        notes={canSave ? { course, lessons, userId: user.student_id, onJump: onMoment } : null}
      >
        <LessonList {...{ sections, lessons, canComplete, onComplete }} current={lesson} />
      </LessonTools>
      {isStudent && !isClosed && <PrerequisitesBox course={course} />}
    </aside>
  )
}

function CourseText({ course }: { course: CourseDetails }) {
  return (
    <>
      <section aria-label="Description" className="max-w-[68ch] space-y-4 text-lg wrap-anywhere">
        {course.description.split(/\n{2,}/).map((paragraph, index) => (
          <p key={index} dir="auto" className={`whitespace-pre-line ${index === 0 ? '' : 'text-base text-muted'}`}>
            {paragraph}
          </p>
        ))}
      </section>
      <OutcomesAndRequirements details={course.details} />
      <AuthorBox />
      <Instructor details={course.details} />
      <Faq details={course.details} />
    </>
  )
}

/**
 * Keeps the current lesson until another is selected: ticking it must not move the player to the next open lesson. Who
 * has just enrolled begins at the first lesson, and not at the preview that was shown before.
 */
function useCurrentLesson(
  lessons: readonly Lesson[],
  { enrolled, lessonParam }: { enrolled: boolean; lessonParam: string | null },
): Lesson | undefined {
  const [current, setCurrent] = useState<{ id: number | undefined; enrolled: boolean }>()
  const keptId = current?.enrolled === enrolled && current.id !== undefined ? String(current.id) : null
  const lesson = findCurrentLesson(lessons, lessonParam ?? keptId)
  if (lesson?.material_id !== current?.id || enrolled !== current?.enrolled)
    setCurrent({ id: lesson?.material_id, enrolled })
  return lesson
}

/** The lesson of the address if it is not open yet to a student of the course. */
function findClosedLesson(lessons: readonly Lesson[], lessonParam: string | null): Lesson | undefined {
  const lesson = lessons.find(({ material_id }) => String(material_id) === lessonParam)
  return lesson && !isUnlocked(lesson) && lesson.locked_reason && lesson.locked_reason !== 'not_enrolled'
    ? lesson
    : undefined
}

/** Goes to a moment of the open video at once, and to another lesson by its address. */
function useGoToMoment(lesson: Lesson | undefined, playable: Playable | null) {
  const [, setParams] = useSearchParams()
  return useCallback(
    (lessonId: number, seconds: number) => {
      if (lessonId === lesson?.material_id && playable) playable.currentTime = seconds
      else
        setParams({ lesson: String(lessonId), t: String(Math.floor(seconds)), play: '' }, { preventScrollReset: true })
    },
    [lesson?.material_id, playable, setParams],
  )
}

const getFirstParagraph = (course: CourseDetails) => course.description.split('\n', 1)[0] ?? ''
