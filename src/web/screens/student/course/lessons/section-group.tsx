import { type ReactNode, useId, useState } from 'react'
import type { Lesson } from '#contract/schemas/courses.ts'
import type { Section } from '#contract/schemas/learning/sections.ts'
import { formatDuration } from '#web/features/player/clock.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

interface SectionGroupProps {
  section: Section
  lessons: Lesson[]
  hasCurrent: boolean
  /** Whether the student's own progress counts. */
  isStudents: boolean
  /** A short course is all open at first, a long one only where the student is. */
  isShort: boolean
  children: ReactNode
}

export function SectionGroup({ section, lessons, hasCurrent, isStudents, isShort, children }: SectionGroupProps) {
  const id = useId()
  const formatDay = useLocalDate('long')
  const [isOpen, setOpen] = useState(isShort || hasCurrent)
  // Going on to a lesson of another section opens that one.
  const [hadCurrent, setHadCurrent] = useState(hasCurrent)
  if (hadCurrent !== hasCurrent) {
    setHadCurrent(hasCurrent)
    if (hasCurrent) setOpen(true)
  }
  return (
    <div className="mt-1 first:mt-0">
      <h3 className="sticky top-0 z-10 bg-surface font-sans text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-2 rounded-control px-2.5 py-2 text-left hover:bg-raised"
        >
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block font-semibold wrap-anywhere">
              {section.title}
            </span>
            <span className="block text-xs font-normal text-muted">
              {describeSection(lessons, isStudents, formatDay)}
            </span>
          </span>
          <Icon
            name="chevron-down"
            size={17}
            className={`text-muted transition duration-200 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <ol id={id} hidden={!isOpen}>
        {children}
      </ol>
    </div>
  )
}

/** Such as “2 of 5 · 34 min · Opens on December 3, 2026”. */
function describeSection(lessons: Lesson[], isStudents: boolean, formatDay: (instant: string) => string): string {
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  const seconds = lessons.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  const opens = lessons.find(({ locked_reason }) => locked_reason === 'opens_later')?.opens_date
  const count = isStudents
    ? `${completed} of ${lessons.length}`
    : `${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`
  return [count, seconds > 0 && formatDuration(seconds), opens && `Opens on ${formatDay(opens)}`]
    .filter(Boolean)
    .join(' · ')
}
