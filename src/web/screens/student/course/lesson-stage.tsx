import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { findNextLesson } from './current-lesson.ts'
import { LessonPlayer } from '#web/features/player/lesson-player.tsx'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { useSavePosition, useCompleteLesson, useReportLesson } from './use-course.ts'

interface LessonStageProps {
  course: Course
  lessons: Lesson[]
  /** Undefined when no lesson is unlocked for this student. */
  lesson: Lesson | undefined
  canComplete: boolean
  shouldAutoPlay: boolean
}

export function LessonStage({ course, lessons, lesson, canComplete, shouldAutoPlay }: LessonStageProps) {
  const [params, setParams] = useSearchParams()
  const { mutate: setCompleted } = useCompleteLesson(course.course_id)
  const { mutate: savePosition } = useSavePosition()
  const { report, reportedIds } = useReportLesson()
  // The student view of an admin changes nothing.
  const isViewingAsStudent = useIsViewingAsStudent()
  const canSave = canComplete && !isViewingAsStudent
  const next = lesson && findNextLesson(lessons, lesson)
  const goToNext = useCallback(() => {
    if (next) setParams({ lesson: String(next.material_id), play: '' }, { preventScrollReset: true })
  }, [next, setParams])
  // Removed once handled, so that a reload does not autoplay and the next “Continue” changes the URL again.
  const clearPlayParam = useCallback(() => {
    const rest = new URLSearchParams(params)
    rest.delete('play')
    setParams(rest, { replace: true, preventScrollReset: true })
  }, [params, setParams])

  return (
    <>
      <div className="relative aspect-video overflow-hidden rounded-panel border border-border bg-black shadow-raised">
        {lesson ? (
          <LessonPlayer
            poster={<Poster course={course} />}
            lesson={lesson}
            shouldAutoPlay={shouldAutoPlay}
            onAutoPlay={clearPlayParam}
            onUnplayable={isViewingAsStudent ? undefined : () => report(lesson.material_id)}
            isReported={reportedIds.includes(lesson.material_id)}
            onPosition={canSave ? (position) => savePosition({ id: lesson.material_id, position }) : undefined}
            end={{
              nextTitle: next?.title ?? null,
              isCompleted: lesson.isCompleted || !canComplete,
              onNext: goToNext,
              onCompleteAndNext: canComplete
                ? () => {
                    setCompleted({ lesson, value: true })
                    goToNext()
                  }
                : null,
            }}
          />
        ) : (
          <Locked course={course} />
        )}
      </div>
      {lesson && (
        <p className="mt-4 text-sm text-muted">
          <span className="mr-2 font-semibold text-text">{lesson.title}</span>
          {lesson.subtitle}
        </p>
      )}
    </>
  )
}

/** An uploaded picture may bear a title, which the play button and the controls would cover: blurred, it bears none. */
function Poster({ course }: { course: Course }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 overflow-hidden">
      <CoursePicture course={course} className={course.image_url ? 'scale-125 blur-2xl' : ''} />
    </div>
  )
}

function Locked({ course }: { course: Course }) {
  return (
    <>
      <Poster course={course} />
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/60 p-6 text-center text-white">
        <Icon name="lock" size={34} />
        <p className="font-display text-xl font-semibold">
          {course.lessons === 0 ? 'No lessons yet' : 'Enroll to watch the lessons'}
        </p>
      </div>
    </>
  )
}
