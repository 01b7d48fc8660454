import { useRef, useState } from 'react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { calculateProgress } from '#contract/calculate-progress.ts'
import { AppError } from '#contract/errors.ts'
import type { CallResponse } from '#contract/contract.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import { call, query } from '#web/data/api.ts'
import type { PlayedRange } from '#web/features/player/played-ranges.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

type CourseData = CallResponse<'getCourseData'>

/** The course as `getCourseData` answers it. */
export type CourseDetails = CourseData['msg']['msg']['course']

const getCourseQuery = (courseId: number) => query('getCourseData', { course_id: courseId })

export function useCourse(courseId: number) {
  const { data, error } = useSuspenseQuery(getCourseQuery(courseId))
  // Gone for this user while it was open: the cached lessons must not go on playing.
  if (error?.code === 'course_not_found') throw error
  const { msg, enrolled } = data.msg
  return { course: msg.course, sections: msg.sections, lessons: msg.materials, enrolled }
}

/** Failures are logged, as spec.md section 8 requires, and shown. */
export function useEnroll(
  courseId: number,
  { onEnrolled, onPaymentRequired }: { onEnrolled: () => void; onPaymentRequired: () => void },
) {
  const { course } = useCourse(courseId)
  return useCallMutation('enrollCourse', {
    mutationFn: () => call('enrollCourse', { course_id: courseId, course_title: course.title }),
    // Not an option of `mutate`: the button is unmounted after the refetch.
    onSuccess: onEnrolled,
    onError: (error) => {
      console.error('Enrolling failed:', error.message)
      if (error instanceof AppError && error.code === 'payment_required') onPaymentRequired()
    },
  })
}

export interface LessonTick {
  lesson: Lesson
  value: boolean
}

/** Optimistic: a lesson is ticked at once and unticked if the server refuses. */
export function useCompleteLesson(courseId: number) {
  const client = useQueryClient()
  const { course } = useCourse(courseId)
  const { queryKey } = getCourseQuery(courseId)
  return useCallMutation('completeCourse', {
    isOptimistic: true,
    mutationFn: ({ lesson, value }: LessonTick) =>
      call('completeCourse', {
        id: lesson.material_id,
        course_id: courseId,
        value,
        lessons: course.lessons,
        title: course.title,
      }),
    // Serial, so that the last answer belongs to the last tick.
    scope: { id: `ticks of course ${courseId}` },
    onMutate: async ({ lesson, value }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, applyCompletion(before, lesson.material_id, value))
      return { lesson, value: !value }
    },
    onError: (error, { lesson, value }) => {
      console.error('Ticking the lesson failed:', error.message)
      const now = client.getQueryData(queryKey)
      if (now) client.setQueryData(queryKey, applyCompletion(now, lesson.material_id, !value))
    },
  })
}

function applyCompletion(data: CourseData, lessonId: number, isCompleted: boolean): CourseData {
  const { course, materials: before } = data.msg.msg
  const materials = before.map((lesson) => (lesson.material_id === lessonId ? { ...lesson, isCompleted } : lesson))
  const completed = materials.filter((lesson) => lesson.isCompleted)
  // A finished course stays finished unless a lesson is reopened that it had then.
  const isLateLesson = before.some(({ material_id, is_new }) => material_id === lessonId && is_new)
  const staysFinished = course.finished_date !== null && (isCompleted || isLateLesson)
  const isFinishedNow = isCompleted && completed.length === materials.length
  const isFinished = staysFinished || isFinishedNow
  const changed = {
    ...course,
    progress: calculateProgress({ completed: completed.length, total: materials.length, isFinished }),
    finished_date: isFinished ? (course.finished_date ?? new Date().toISOString()) : null,
    can_finish: false,
  }
  return { ...data, msg: { ...data.msg, msg: { ...data.msg.msg, course: changed, materials, completed } } }
}

/** Finishes a course of which every lesson is completed. */
export function useFinishCourse(courseId: number) {
  return useCallMutation('finishCourse', {
    mutationFn: () => call('finishCourse', { course_id: courseId }),
    onError: (error) => console.error('Finishing the course failed:', error.message),
  })
}

/** Tells the admin once that a lesson does not play. Nothing depends on it, so a failure is only logged. */
export function useReportLesson() {
  const requestedIds = useRef(new Set<number>())
  const [reportedIds, setReportedIds] = useState<readonly number[]>([])
  const { mutate } = useCallMutation('reportLessonProblem', {
    mutationFn: (material_id: number) => call('reportLessonProblem', { material_id }),
    onSuccess: (_, id) => setReportedIds((ids) => [...ids, id]),
    onError: (error) => console.error('Reporting the lesson failed:', error.message),
  })
  const report = (id: number) => {
    if (requestedIds.current.has(id)) return
    requestedIds.current.add(id)
    mutate(id)
  }
  return { report, reportedIds }
}

interface LessonPosition {
  /** As it was when it was played: the next lesson may be open when the answer comes, or even when the request leaves. */
  lesson: Lesson
  position: number
  watched: PlayedRange[]
}

/**
 * Saves the position in a lesson and what was played. A failure is only logged: nothing depends on the position, and what
 * was played is reported again.
 */
export function useSavePosition() {
  const client = useQueryClient()
  return useCallMutation('saveLessonPosition', {
    refetchType: 'none',
    mutationFn: ({ lesson, ...input }: LessonPosition) =>
      call('saveLessonPosition', { id: lesson.material_id, ...input }),
    onSuccess: async ({ msg }, { lesson, position }) => {
      const recorded = typeof msg === 'string' ? {} : { watched_percent: msg.watched_percent }
      client.setQueriesData<CourseData>(
        { queryKey: ['getCourseData'] },
        (data) => data && updateLesson(data, lesson.material_id, { position, ...recorded }),
      )
      // What else a completed lesson changes, such as the locks of others, only the server knows.
      if (typeof msg !== 'string' && msg.isCompleted && !lesson.isCompleted)
        await client.invalidateQueries({ queryKey: ['getCourseData'] })
    },
    onError: async (error) => {
      console.error('Saving the lesson position failed:', error.message)
      // Access has ended meanwhile, so the player must stop.
      if (error instanceof AppError && (error.code === 'not_enrolled' || error.code === 'lesson_locked'))
        await client.invalidateQueries({ queryKey: ['getCourseData'] })
    },
  })
}

function updateLesson(data: CourseData, lessonId: number, changes: Partial<Lesson>): CourseData {
  const update = (lesson: Lesson) => (lesson.material_id === lessonId ? { ...lesson, ...changes } : lesson)
  const { materials, completed } = data.msg.msg
  const lessons = { materials: materials.map(update), completed: completed.map(update) }
  return { ...data, msg: { ...data.msg, msg: { ...data.msg.msg, ...lessons } } }
}
