import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import type { LessonKind } from '#contract/choices.ts'
import { type CourseValues, findLessonIndex, newSection } from '../values/course-values.ts'
import { newLesson } from '../values/lesson-values.ts'
import { getInsertIndex, removeSection, toOutline } from '../outline/outline.ts'
import { useLessonMoves } from './use-lesson-moves.ts'
import { useLessonRemoval } from './use-lesson-removal.ts'
import { usePictureUploads } from '#web/features/post-editor/use-picture-uploads.ts'
import type { UploadPurpose } from '#web/data/upload-lesson-file.ts'
import { type LessonFileSlot, useLessonUploads } from './use-lesson-uploads.ts'

/** Actions on a lesson by its key. Stable, so that memoized rows don't re-render. */
export interface LessonActions {
  toggle: (key: string) => void
  /** @param offset places down, negative for up. @param from the control that keeps the focus */
  move: (key: string, offset: number, from: 'up' | 'down' | 'handle') => void
  requestRemoval: (key: string) => void
  uploadFile: (key: string, slot: LessonFileSlot, file: File, purpose?: UploadPurpose) => void
  cancelUpload: (key: string, slot: LessonFileSlot) => void
  /** Saving waits for this upload of a picture, too. */
  trackUpload: (upload: Promise<unknown>) => void
  isUploadingPicture: () => boolean
}

export type LessonList = ReturnType<typeof useLessonList>

/**
 * The form's lessons: order, which are open, uploads and announcements.
 * @param initialOpenKey of a lesson that starts open
 */
export function useLessonList(form: UseFormReturn<CourseValues>, initialOpenKey?: string) {
  const { control, getValues, setValue } = form
  const { insert, moveField, removeField } = useLessonFields(control)
  // Renders with each change of the outline; what is watched comes a moment after what was inserted.
  useWatch({ control, compute: toOutline })
  const [openKey, setOpenKey] = useState(initialOpenKey)
  const toggle = useCallback((key: string) => setOpenKey((before) => (before === key ? undefined : key)), [])
  const [announcement, announce] = useState('')

  const { uploadStates, isBusy, start, stop } = useLessonUploads((key, slot, { url, duration, fileName }) => {
    const index = findLessonIndex(getValues('materials'), key)
    const lesson = getValues('materials')[index]
    if (!lesson) return
    setValue(`materials.${index}.${slot}`, url, { shouldDirty: true, shouldValidate: true })
    if (lesson.kind === 'file') setValue(`materials.${index}.file_name`, fileName, { shouldDirty: true })
    else if (slot === 'url' && duration !== null)
      setValue(`materials.${index}.duration`, Math.round(duration), { shouldDirty: true })
    announce(`${getFileNoun(lesson.kind, slot)} of lesson ${index + 1} uploaded`)
  })
  const { track, isBusy: hasRunningPictures } = usePictureUploads()
  const { moveTo, move } = useLessonMoves({ form, moveField, announce })
  const { requestRemoval, ...removal } = useLessonRemoval({ getValues, removeField, stopUploads: stop, announce })

  const actions = useMemo<LessonActions>(
    () => ({
      ...{ toggle, move, requestRemoval, uploadFile: start, cancelUpload: stop, trackUpload: track },
      isUploadingPicture: hasRunningPictures,
    }),
    [toggle, move, requestRemoval, start, stop, track, hasRunningPictures],
  )

  return {
    rows: toOutline(getValues()),
    openKey,
    openAt: (index: number) => {
      const key = getValues('materials')[index]?.key
      if (key) flushSync(() => setOpenKey(key))
    },
    openSectionAt: (index: number) => {
      const key = getValues('sections')[index]?.key
      if (key) flushSync(() => setOpenKey(key))
    },
    actions,
    moveTo,
    uploadStates,
    isBusy: () => isBusy() || hasRunningPictures(),
    ...useAdding(form, { openKey, setOpenKey, insert }),
    removeSection: (key: string) => {
      const left = removeSectionFrom(form, key)
      announce(`Section removed, ${left} left`)
    },
    ...removal,
    /** For screen readers. */
    announcement,
  }
}

interface AddingOptions {
  openKey: string | undefined
  setOpenKey: (key: string) => void
  insert: ReturnType<typeof useLessonFields>['insert']
}

function useAdding(
  { getValues, setValue, setFocus, clearErrors }: UseFormReturn<CourseValues>,
  { openKey, setOpenKey, insert }: AddingOptions,
) {
  return {
    /** Adds a video, whose kind can be changed until it is saved, to the end of the section in use. */
    addLesson: () => {
      const sectionKey = getSectionInUse(getValues(), openKey)
      const lesson = newLesson('video', sectionKey)
      const index = getInsertIndex(getValues(), sectionKey)
      flushSync(() => {
        insert(index, lesson, { shouldFocus: false })
        setOpenKey(lesson.key)
      })
      // A course without lessons cannot be published.
      clearErrors('public')
      setFocus(`materials.${index}.title`)
    },
    addSection: () => {
      const section = newSection()
      const sections = getValues('sections')
      flushSync(() => {
        setValue('sections', [...sections, section], { shouldDirty: true })
        setOpenKey(section.key)
      })
      setFocus(`sections.${sections.length}.title`)
    },
  }
}

/** Returns how many are left. */
function removeSectionFrom({ getValues, setValue }: UseFormReturn<CourseValues>, key: string): number {
  const content = removeSection(getValues(), key)
  flushSync(() => {
    setValue('materials', content.materials, { shouldDirty: true })
    setValue('sections', content.sections, { shouldDirty: true })
  })
  document.getElementById('add-section')?.focus()
  return content.sections.length
}

/** The open one's, else the last. */
function getSectionInUse({ sections, materials }: CourseValues, openKey: string | undefined): string | null {
  const lesson = materials.find(({ key }) => key === openKey)
  if (lesson) return lesson.sectionKey
  return (sections.find(({ key }) => key === openKey) ?? sections.at(-1))?.key ?? null
}

function getFileNoun(kind: LessonKind, slot: LessonFileSlot): string {
  if (slot === 'captions') return 'Captions'
  return kind === 'file' ? 'File' : 'Video'
}

/** The form's field array, whose own functions change with every render; the rows' actions must not. */
function useLessonFields(control: Control<CourseValues>) {
  const list = useFieldArray({ control, name: 'materials', keyName: 'fieldKey' })
  const latestList = useRef(list)
  useEffect(() => {
    latestList.current = list
  })
  return {
    insert: list.insert,
    moveField: useCallback((from: number, to: number) => latestList.current.move(from, to), []),
    removeField: useCallback((index: number) => latestList.current.remove(index), []),
  }
}
