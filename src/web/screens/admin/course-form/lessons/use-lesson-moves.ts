import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormGetValues } from 'react-hook-form'
import { type CourseValues, findLessonIndex } from '../course-values.ts'

interface LessonMovesOptions {
  getValues: UseFormGetValues<CourseValues>
  moveField: (from: number, to: number) => void
  announce: (text: string) => void
}

/** Reorders the lessons by drag, key or button. */
export function useLessonMoves({ getValues, moveField, announce }: LessonMovesOptions) {
  const moveTo = useCallback(
    (key: string, to: number) => {
      const lessons = getValues('materials')
      const from = findLessonIndex(lessons, key)
      if (from < 0 || to < 0 || to >= lessons.length || from === to) return
      moveField(from, to)
      announce(`“${lessons[from]?.title || 'New lesson'}” is now lesson ${to + 1} of ${lessons.length}`)
    },
    [getValues, moveField, announce],
  )

  const move = useCallback(
    (key: string, offset: number, from: 'up' | 'down' | 'handle') => {
      flushSync(() => moveTo(key, findLessonIndex(getValues('materials'), key) + offset))
      // An element that is moved in the document loses the focus.
      document.getElementById(from === 'handle' ? `move-${key}` : `${from}-${key}`)?.focus()
    },
    [getValues, moveTo],
  )

  return { moveTo, move }
}
