import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { type CourseValues, newLesson } from '../course-values.ts'
import { type Slot, useLessonUploads } from './use-lesson-uploads.ts'

/** What can be done with a lesson, told by its key: the same functions for as long as the form stands. */
export interface LessonActions {
  toggle: (key: string) => void
  /** @param by places, down or up. @param from what was pressed, which keeps the focus */
  move: (key: string, by: number, from: 'up' | 'down' | 'handle') => void
  askToRemove: (key: string) => void
  send: (key: string, slot: Slot, file: File) => void
  cancel: (key: string, slot: Slot) => void
}

export type LessonList = ReturnType<typeof useLessonList>

/** The lessons of the form: which are open, their order, their files, and what is said of all that. */
export function useLessonList({ control, getValues, setValue, setFocus }: UseFormReturn<CourseValues>) {
  const list = useFieldArray({ control, name: 'materials', keyName: 'fieldKey' })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<string | null>(null)
  const [said, say] = useState('')
  const placeOf = useCallback(
    (key: string) => getValues('materials').findIndex((lesson) => lesson.key === key),
    [getValues],
  )

  const uploads = useLessonUploads((key, slot, { url, duration }) => {
    const index = placeOf(key)
    if (index < 0) return
    setValue(`materials.${index}.${slot}`, url, { shouldDirty: true, shouldValidate: true })
    if (slot === 'url' && duration !== null)
      setValue(`materials.${index}.duration`, Math.round(duration), { shouldDirty: true })
    say(`${slot === 'url' ? 'The video' : 'The captions'} of lesson ${index + 1} arrived`)
  })
  const { start, stop } = uploads

  // They change with each render of the list, while the rows' actions are to stay the same.
  const array = useRef(list)
  useEffect(() => {
    array.current = list
  })

  const moveTo = useCallback(
    (key: string, to: number) => {
      const from = placeOf(key)
      const lessons = getValues('materials')
      if (from < 0 || to < 0 || to >= lessons.length || from === to) return
      array.current.move(from, to)
      say(`“${lessons[from]?.title || 'New lesson'}” is now lesson ${to + 1} of ${lessons.length}`)
    },
    [getValues, placeOf],
  )

  const remove = useCallback(
    (key: string) => {
      const index = placeOf(key)
      stop(key)
      flushSync(() => {
        setAsked(null)
        array.current.remove(index)
      })
      say(`The lesson is removed; ${getValues('materials').length} are left`)
      const next = getValues('materials')[index] ?? getValues('materials').at(-1)
      document.getElementById(next ? `move-${next.key}` : 'add-lesson')?.focus()
    },
    [getValues, placeOf, stop],
  )

  const actions = useMemo<LessonActions>(
    () => ({
      toggle: (key) =>
        setOpen((before) =>
          before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
        ),
      move: (key, by, from) => {
        flushSync(() => moveTo(key, placeOf(key) + by))
        // Moved in the page, what has the focus loses it.
        document.getElementById(from === 'handle' ? `move-${key}` : `${from}-${key}`)?.focus()
      },
      askToRemove: (key) => {
        if (getValues('materials')[placeOf(key)]?.id) setAsked(key)
        else remove(key)
      },
      send: start,
      cancel: stop,
    }),
    [getValues, moveTo, placeOf, remove, start, stop],
  )

  const openAt = (index: number) => {
    const key = getValues('materials')[index]?.key
    if (key) flushSync(() => setOpen((before) => new Set([...before, key])))
  }

  return {
    keys: list.fields.map(({ key }) => key),
    open,
    openAt,
    actions,
    moveTo,
    sendings: uploads.sendings,
    isBusy: uploads.isBusy,
    add: () => {
      const lesson = newLesson()
      const index = getValues('materials').length
      flushSync(() => {
        list.append(lesson, { shouldFocus: false })
        setOpen((before) => new Set([...before, lesson.key]))
      })
      setFocus(`materials.${index}.title`)
    },
    /** The lesson whose removal is asked about. */
    asked: asked === null ? undefined : getValues('materials')[placeOf(asked)],
    keep: () => setAsked(null),
    remove,
    /** For those who hear it. */
    said,
  }
}
