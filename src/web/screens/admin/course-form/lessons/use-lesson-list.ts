import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { type CourseValues, findLessonIndex, newLesson } from '../course-values.ts'
import { useLessonMoves } from './use-lesson-moves.ts'
import { useLessonRemoval } from './use-lesson-removal.ts'
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

/**
 * The form's lessons: order, which are open, uploads and announcements.
 * @param initialOpenKey of a lesson that starts open
 */
export function useLessonList(
  { control, getValues, setValue, setFocus, clearErrors }: UseFormReturn<CourseValues>,
  initialOpenKey?: string,
) {
  const { keys, append, moveField, removeField } = useLessonFields(control)
  const { openKeys, open, toggle } = useOpenLessons(initialOpenKey)
  const [announcement, announce] = useState('')

  const { uploadStates, isBusy, start, stop } = useLessonUploads((key, slot, { url, duration }) => {
    const index = findLessonIndex(getValues('materials'), key)
    if (index < 0) return
    setValue(`materials.${index}.${slot}`, url, { shouldDirty: true, shouldValidate: true })
    if (slot === 'url' && duration !== null)
      setValue(`materials.${index}.duration`, Math.round(duration), { shouldDirty: true })
    announce(`${slot === 'url' ? 'Video' : 'Captions'} of lesson ${index + 1} uploaded`)
  })
  const { moveTo, move } = useLessonMoves({ getValues, moveField, announce })
  const { requestRemoval, ...removal } = useLessonRemoval({ getValues, removeField, stopUploads: stop, announce })

  const actions = useMemo<LessonActions>(
    () => ({ toggle, move, requestRemoval, uploadFile: start, cancelUpload: stop }),
    [toggle, move, requestRemoval, start, stop],
  )

  return {
    keys,
    openKeys,
    openAt: (index: number) => {
      const key = getValues('materials')[index]?.key
      if (key) flushSync(() => open(key))
    },
    actions,
    moveTo,
    uploadStates,
    isBusy,
    addLesson: () => {
      const lesson = newLesson()
      const index = getValues('materials').length
      flushSync(() => {
        append(lesson, { shouldFocus: false })
        open(lesson.key)
      })
      // A course without lessons cannot be published.
      clearErrors('public')
      setFocus(`materials.${index}.title`)
    },
    ...removal,
    /** For screen readers. */
    announcement,
  }
}

/** The form's field array, whose own functions change with every render; the rows' actions must not. */
function useLessonFields(control: Control<CourseValues>) {
  const list = useFieldArray({ control, name: 'materials', keyName: 'fieldKey' })
  const latestList = useRef(list)
  useEffect(() => {
    latestList.current = list
  })
  return {
    keys: list.fields.map(({ key }) => key),
    append: list.append,
    moveField: useCallback((from: number, to: number) => latestList.current.move(from, to), []),
    removeField: useCallback((index: number) => latestList.current.remove(index), []),
  }
}

function useOpenLessons(initialKey: string | undefined) {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set(initialKey === undefined ? [] : [initialKey]))
  const open = (key: string) => setOpenKeys((before) => new Set([...before, key]))
  const toggle = useCallback(
    (key: string) =>
      setOpenKeys((before) =>
        before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
      ),
    [],
  )
  return { openKeys, open, toggle }
}
