import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { type CourseValues, newLesson } from '../course-values.ts'
import { type LessonFileSlot, useLessonUploads } from './use-lesson-uploads.ts'

/** What can be done with a lesson, told by its key: the same functions for as long as the form stands. */
export interface LessonActions {
  toggle: (key: string) => void
  /** @param offset places, down or up. @param from what was pressed, which keeps the focus */
  move: (key: string, offset: number, from: 'up' | 'down' | 'handle') => void
  requestRemoval: (key: string) => void
  uploadFile: (key: string, slot: LessonFileSlot, file: File) => void
  cancelUpload: (key: string, slot: LessonFileSlot) => void
}

export type LessonList = ReturnType<typeof useLessonList>

/** The lessons of the form: which are open, their order, their files, and what is said of all that. */
export function useLessonList({ control, getValues, setValue, setFocus }: UseFormReturn<CourseValues>) {
  const list = useFieldArray({ control, name: 'materials', keyName: 'fieldKey' })
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [lessonToRemove, setLessonToRemove] = useState<string | null>(null)
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
    announce(`${slot === 'url' ? 'The video' : 'The captions'} of lesson ${index + 1} arrived`)
  })
  const { start, stop } = uploads

  // They change with each render of the list, while the rows' actions are to stay the same.
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
        setLessonToRemove(null)
        fieldArray.current.remove(index)
      })
      announce(`The lesson is removed; ${getValues('materials').length} are left`)
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
        // Moved in the page, what has the focus loses it.
        document.getElementById(from === 'handle' ? `move-${key}` : `${from}-${key}`)?.focus()
      },
      requestRemoval: (key) => {
        if (getValues('materials')[findLessonIndex(key)]?.id) setLessonToRemove(key)
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
    open: openKeys,
    openAt,
    actions,
    moveTo,
    uploadStates: uploads.sendings,
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
    /** The lesson whose removal is asked about. */
    asked: lessonToRemove === null ? undefined : getValues('materials')[findLessonIndex(lessonToRemove)],
    cancelRemoval: () => setLessonToRemove(null),
    remove: removeLesson,
    /** For those who hear it. */
    said: announcement,
  }
}
