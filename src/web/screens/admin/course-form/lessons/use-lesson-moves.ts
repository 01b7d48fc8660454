import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { CourseValues } from '../values/course-values.ts'
import { moveRow, toOutline } from '../outline/outline.ts'

interface OutlineMovesOptions {
  form: UseFormReturn<CourseValues>
  moveField: (from: number, to: number) => void
  announce: (text: string) => void
}

/** Reorders lessons and sections by drag, key or button. */
export function useLessonMoves({ form, moveField, announce }: OutlineMovesOptions) {
  const { getValues, setValue } = form
  const moveTo = useCallback(
    (key: string, to: number) => {
      const content = getValues()
      const moved = moveRow(content, key, to)
      if (moved === content) return
      const from = content.materials.findIndex((lesson) => lesson.key === key)
      const index = moved.materials.findIndex((lesson) => lesson.key === key)
      const lesson = moved.materials[index]
      if (lesson) {
        if (from !== index) moveField(from, index)
        setValue(`materials.${index}.sectionKey`, lesson.sectionKey, { shouldDirty: true })
      } else {
        setValue('sections', moved.sections, { shouldDirty: true })
        setValue('materials', moved.materials, { shouldDirty: true })
      }
      announce(describeMove(moved, key))
    },
    [getValues, setValue, moveField, announce],
  )

  const move = useCallback(
    (key: string, offset: number, from: 'up' | 'down' | 'handle') => {
      const rows = toOutline(getValues())
      const place = rows.findIndex((row) => row.key === key)
      flushSync(() => moveTo(key, Math.min(rows.length - 1, Math.max(0, place + getStep(rows, place, offset)))))
      // An element that is moved in the document loses the focus.
      document.getElementById(from === 'handle' ? `move-${key}` : `${from}-${key}`)?.focus()
    },
    [getValues, moveTo],
  )

  return { moveTo, move }
}

/** A section steps over the whole of the next one. */
function getStep(rows: ReturnType<typeof toOutline>, place: number, offset: number): number {
  const row = rows[place]
  if (row?.type !== 'section' || !Number.isFinite(offset)) return offset
  const target = rows.findIndex(({ type, index }) => type === 'section' && index === row.index + offset)
  return target < 0 ? 0 : target - place
}

function describeMove({ sections, materials }: Pick<CourseValues, 'sections' | 'materials'>, key: string): string {
  const index = materials.findIndex((lesson) => lesson.key === key)
  const lesson = materials[index]
  const sectionKey = lesson ? lesson.sectionKey : key
  const place = sections.findIndex((section) => section.key === sectionKey)
  const sectionTitle = sections[place]?.title || 'New section'
  if (!lesson) return `“${sectionTitle}” is now section ${place + 1} of ${sections.length}`
  const text = `“${lesson.title || 'New lesson'}” is now lesson ${index + 1} of ${materials.length}`
  return place < 0 ? text : `${text}, in “${sectionTitle}”`
}
