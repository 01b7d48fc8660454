import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormGetValues } from 'react-hook-form'
import { type CourseValues, findLessonIndex } from '../values/course-values.ts'

interface LessonRemovalOptions {
  getValues: UseFormGetValues<CourseValues>
  removeField: (index: number) => void
  stopUploads: (key: string) => void
  announce: (text: string) => void
}

/** Removes new lessons at once, and saved ones after confirmation. */
export function useLessonRemoval({ getValues, removeField, stopUploads, announce }: LessonRemovalOptions) {
  const [keyToRemove, setKeyToRemove] = useState<string | null>(null)

  const removeLesson = useCallback(
    (key: string) => {
      const index = findLessonIndex(getValues('materials'), key)
      stopUploads(key)
      flushSync(() => {
        setKeyToRemove(null)
        removeField(index)
      })
      announce(`Lesson removed, ${getValues('materials').length} left`)
      const next = getValues('materials')[index] ?? getValues('materials').at(-1)
      document.getElementById(next ? `move-${next.key}` : 'add-lesson')?.focus()
    },
    [getValues, removeField, stopUploads, announce],
  )

  const requestRemoval = useCallback(
    (key: string) => {
      const lesson = getValues('materials').find((lesson) => lesson.key === key)
      if (lesson?.id) setKeyToRemove(key)
      else removeLesson(key)
    },
    [getValues, removeLesson],
  )

  return {
    requestRemoval,
    removeLesson,
    /** The lesson whose removal awaits confirmation. */
    lessonToRemove: keyToRemove === null ? undefined : getValues('materials').find(({ key }) => key === keyToRemove),
    cancelRemoval: () => setKeyToRemove(null),
  }
}
