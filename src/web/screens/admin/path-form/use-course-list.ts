import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useController, type Control } from 'react-hook-form'
import type { PathCourse, PathValues } from './path-values.ts'

/** The chosen courses in their order, and what has changed for screen readers. */
export function useCourseList(control: Control<PathValues>) {
  const { field } = useController({ control, name: 'courses' })
  const [announcement, announce] = useState('')
  const courses = field.value
  const findIndex = (courseId: number) => courses.findIndex(({ course_id }) => course_id === courseId)

  const moveTo = (courseId: number, to: number) => {
    const from = findIndex(courseId)
    const course = courses[from]
    if (!course || to < 0 || to >= courses.length || from === to) return
    const others = courses.filter((one) => one !== course)
    field.onChange([...others.slice(0, to), course, ...others.slice(to)])
    announce(`“${course.title}” is now course ${to + 1} of ${courses.length}`)
  }

  return {
    courses,
    announcement,
    moveTo,
    /** @param offset places down, negative for up */
    move: (courseId: number, offset: number) => {
      flushSync(() => moveTo(courseId, findIndex(courseId) + offset))
      // An element that is moved in the document loses the focus.
      document.getElementById(toHandleId(courseId))?.focus()
    },
    add: (course: PathCourse) => {
      field.onChange([...courses, course])
      announce(`“${course.title}” was added as course ${courses.length + 1}`)
    },
    remove: (courseId: number) => {
      const index = findIndex(courseId)
      const rest = courses.filter(({ course_id }) => course_id !== courseId)
      flushSync(() => {
        field.onChange(rest)
        announce(`“${courses[index]?.title}” was removed`)
      })
      const neighbor = rest[Math.min(index, rest.length - 1)]
      if (neighbor) document.getElementById(toHandleId(neighbor.course_id))?.focus()
    },
  }
}

export const toHandleId = (courseId: number) => `move-course-${courseId}`
