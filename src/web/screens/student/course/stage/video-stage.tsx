import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { LessonPlayer } from '#web/features/player/lesson-player.tsx'
import type { Playable } from '#web/features/player/sources/playable.ts'
import { useReportLesson, useSavePosition } from '../use-course.ts'
import { LessonLinks, type LessonNeighbors } from './lesson-links.tsx'
import { Poster } from './poster.tsx'

interface VideoStageProps extends LessonNeighbors {
  course: Course
  lesson: Lesson
  endText: string
  canComplete: boolean
  /** Null when the student cannot tick this lesson. */
  setCompleted: ((value: boolean) => void) | null
  goToNext: () => void
  onPlayable: (playable: Playable | null) => void
}

export function VideoStage({ course, lesson, endText, canComplete, ...stage }: VideoStageProps) {
  const { previous, next, setCompleted, goToNext, onPlayable } = stage
  const [params, setParams] = useSearchParams()
  const { mutateAsync: savePosition } = useSavePosition()
  const { report, reportedIds } = useReportLesson()
  // The student view of an admin changes nothing.
  const isViewingAsStudent = useIsViewingAsStudent()
  const canSave = canComplete && !isViewingAsStudent
  // Removed once handled, so that a reload does not autoplay and the next “Continue” changes the URL again.
  const clearPlayParam = useCallback(() => {
    const rest = new URLSearchParams(params)
    rest.delete('play')
    rest.delete('t')
    setParams(rest, { replace: true, preventScrollReset: true })
  }, [params, setParams])

  return (
    <>
      <div className="relative aspect-video overflow-hidden rounded-panel border border-border bg-black shadow-raised">
        <LessonPlayer
          poster={<Poster course={course} />}
          lesson={{ ...lesson, position: parseMoment(params.get('t')) ?? lesson.position }}
          shouldAutoPlay={params.has('play')}
          onAutoPlay={clearPlayParam}
          onPlayable={onPlayable}
          onUnplayable={isViewingAsStudent ? undefined : () => report(lesson.material_id)}
          isReported={reportedIds.includes(lesson.material_id)}
          onPosition={canSave ? (position, watched) => savePosition({ lesson, position, watched }) : undefined}
          end={{
            nextTitle: next?.title ?? null,
            endText,
            isCompleted: lesson.isCompleted || !setCompleted,
            onNext: goToNext,
            onCompleteAndNext: setCompleted
              ? () => {
                  setCompleted(true)
                  goToNext()
                }
              : null,
          }}
        />
      </div>
      <p className="mt-4 text-sm text-muted">
        <span dir="auto" className="mr-2 font-semibold text-text">
          {lesson.title}
        </span>
        <span dir="auto">{lesson.subtitle}</span>
      </p>
      {(previous || next) && <LessonLinks previous={previous} next={next} isNextPrimary={lesson.isCompleted} />}
    </>
  )
}

/** Of an address such as that of a note: seconds into the lesson. */
function parseMoment(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}
