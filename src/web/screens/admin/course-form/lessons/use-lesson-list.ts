import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { type CourseValues, newLesson } from '../course-values.ts'
import { type LessonFileSlot, useLessonUploads } from './use-lesson-uploads.ts'

/** Actions on a lesson by its key. Stable, so that memoized rows don't re-render. */
export interface LessonActions {
  toggle: (key: string) => void
  /** @param offset places down, negative for up. @param from the control that keeps the focus */
  move: (key: string, offset: number, from: 'up' | 'down' | 'handle') => void
  requestRemoval: (key: string) => void
  uploadFile: (key: string, slot: LessonFileSlot, file: File) => void
  cancelUpload: (key: string, slot: LessonFileSlot) => void
}

export type LessonList = ReturnType<typeof useLessonList>

/** The form's lessons: order, which are open, uploads and announcements. */
export function useLessonList({ control, getValues, setValue, setFocus }: UseFormReturn<CourseValues>) {
  const list = useFieldArray({ control, name: 'materials', keyName: 'fieldKey' })
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [keyToRemove, setKeyToRemove] = useState<string | null>(null)
  const [announcement, announce] = useState('')
  const findLessonIndex = useCallback(
    (key: string) => getValues('materials').findIndex((lesson) => lesson.key === key),
    [getValues],
  )

  const uploads = useLessonUploads((key, slot, { url, duration }) => {
    const index = findLessonIndex(key)
    if (index < 0) return
    setValue(`materials.${index}.${slot}`, url, { shouldDirty: true, shouldValidate: true })
    if (slot === 'url' && duration !== null)
      setValue(`materials.${index}.duration`, Math.round(duration), { shouldDirty: true })
    announce(`${slot === 'url' ? 'Video' : 'Captions'} of lesson ${index + 1} uploaded`)
  })
  const { start, stop } = uploads

  // The field array's functions change with every render; the rows' actions must not.
  const fieldArray = useRef(list)
  useEffect(() => {
    fieldArray.current = list
  })

  const moveTo = useCallback(
    (key: string, to: number) => {
      const from = findLessonIndex(key)
      const lessons = getValues('materials')
      if (from < 0 || to < 0 || to >= lessons.length || from === to) return
      fieldArray.current.move(from, to)
      announce(`“${lessons[from]?.title || 'New lesson'}” is now lesson ${to + 1} of ${lessons.length}`)
    },
    [getValues, findLessonIndex],
  )

  const removeLesson = useCallback(
    (key: string) => {
      const index = findLessonIndex(key)
      stop(key)
      flushSync(() => {
        setKeyToRemove(null)
        fieldArray.current.remove(index)
      })
      announce(`Lesson removed, ${getValues('materials').length} left`)
      const next = getValues('materials')[index] ?? getValues('materials').at(-1)
      document.getElementById(next ? `move-${next.key}` : 'add-lesson')?.focus()
    },
    [getValues, findLessonIndex, stop],
  )

  const actions = useMemo<LessonActions>(
    () => ({
      toggle: (key) =>
        setOpenKeys((before) =>
          before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
        ),
      move: (key, offset, from) => {
        flushSync(() => moveTo(key, findLessonIndex(key) + offset))
        // An element that is moved in the document loses the focus.
        document.getElementById(from === 'handle' ? `move-${key}` : `${from}-${key}`)?.focus()
      },
      requestRemoval: (key) => {
        if (getValues('materials')[findLessonIndex(key)]?.id) setKeyToRemove(key)
        else removeLesson(key)
      },
      uploadFile: start,
      cancelUpload: stop,
    }),
    [getValues, moveTo, findLessonIndex, removeLesson, start, stop],
  )

  const openAt = (index: number) => {
    const key = getValues('materials')[index]?.key
    if (key) flushSync(() => setOpenKeys((before) => new Set([...before, key])))
  }

  return {
    keys: list.fields.map(({ key }) => key),
    openKeys,
    openAt,
    actions,
    moveTo,
    uploadStates: uploads.uploadStates,
    isBusy: uploads.isBusy,
    addLesson: () => {
      const lesson = newLesson()
      const index = getValues('materials').length
      flushSync(() => {
        list.append(lesson, { shouldFocus: false })
        setOpenKeys((before) => new Set([...before, lesson.key]))
      })
      setFocus(`materials.${index}.title`)
    },
    /** The lesson whose removal awaits confirmation. */
    lessonToRemove: keyToRemove === null ? undefined : getValues('materials')[findLessonIndex(keyToRemove)],
    cancelRemoval: () => setKeyToRemove(null),
    removeLesson,
    /** For screen readers. */
    announcement,
  }
}
