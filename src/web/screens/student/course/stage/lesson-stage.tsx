import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Lesson } from '#contract/schemas/courses.ts'
import { LessonContent } from '#web/features/lesson-content/lesson-content.tsx'
import type { Playable } from '#web/features/player/sources/playable.ts'
import { findNextLesson, findPreviousLesson, getEndText } from '../lessons/current-lesson.ts'
import type { CourseDetails, LessonTick } from '../use-course.ts'
import { LessonFooter } from './lesson-footer.tsx'
import { ClosedLesson, NoOpenLesson } from './locked-stage.tsx'
import { VideoStage } from './video-stage.tsx'

interface LessonStageProps {
  course: CourseDetails
  lessons: Lesson[]
  /** Undefined when no lesson is unlocked for this student. */
  lesson: Lesson | undefined
  /** The lesson of the address, when it is not open yet. */
  closedLesson: Lesson | undefined
  enrolled: boolean
  canComplete: boolean
  onComplete: (tick: LessonTick) => void
  onPlayable: (playable: Playable | null) => void
}

export function LessonStage(props: LessonStageProps) {
  const stage = useScrollToStage(props.lesson?.material_id)
  return (
    <div ref={stage} tabIndex={-1} className="scroll-mt-24 outline-none">
      <StageOfKind {...props} />
    </div>
  )
}

/**
 * Another lesson begins at its top, however far down the last one was read. It takes the focus of a control that went with
 * the last one.
 */
function useScrollToStage(lessonId: number | undefined) {
  const stage = useRef<HTMLDivElement>(null)
  const shown = useRef(lessonId)
  useEffect(() => {
    if (shown.current === lessonId) return
    shown.current = lessonId
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true })
    if (stage.current && stage.current.getBoundingClientRect().top < 0)
      stage.current.scrollIntoView?.({ block: 'start' })
  }, [lessonId])
  return stage
}

function StageOfKind({ course, lessons, lesson, closedLesson, enrolled, ...stage }: LessonStageProps) {
  const [, setParams] = useSearchParams()
  const { canComplete, onComplete, onPlayable } = stage
  const previous = lesson && findPreviousLesson(lessons, lesson)
  const next = lesson && findNextLesson(lessons, lesson)
  const goToNext = useCallback(() => {
    if (next) setParams({ lesson: String(next.material_id), play: '' }, { preventScrollReset: true })
  }, [next, setParams])
  if (closedLesson) return <ClosedLesson course={course} lesson={closedLesson} lessons={lessons} />
  if (!lesson) return <NoOpenLesson course={course} enrolled={enrolled} />
  // Only a tick of the student's own: other lessons are completed by what they ask for.
  const canTick = canComplete && lesson.completion === 'manual'
  const setCompleted = canTick ? (value: boolean) => onComplete({ lesson, value }) : null
  if (lesson.kind === 'video') {
    return (
      <VideoStage
        course={course}
        lesson={lesson}
        previous={previous}
        next={next}
        endText={getEndText(lessons, lesson)}
        canComplete={canComplete}
        setCompleted={setCompleted}
        goToNext={goToNext}
        onPlayable={onPlayable}
      />
    )
  }
  return (
    <>
      <LessonContent lesson={lesson} isSample={!enrolled && lesson.preview} />
      <LessonFooter lesson={lesson} previous={previous} next={next} setCompleted={setCompleted} />
    </>
  )
}
