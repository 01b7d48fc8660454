import { useState } from 'react'
import type { Lesson } from '#contract/schemas/courses.ts'
import type { Section } from '#contract/schemas/learning/sections.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import type { LessonTick } from '../use-course.ts'
import { groupLessons } from './group-lessons.ts'
import { LessonRow } from './lesson-row.tsx'
import { SectionGroup } from './section-group.tsx'

interface LessonListProps {
  sections: Section[]
  lessons: Lesson[]
  current: Lesson | undefined
  canComplete: boolean
  onComplete: (tick: LessonTick) => void
}

/** Collapsed behind a button on small screens. */
export function LessonList({ sections, lessons, current, canComplete, onComplete }: LessonListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  const count = canComplete ? `${completed} of ${lessons.length}` : String(lessons.length)
  const numbers = new Map(lessons.map((lesson, index) => [lesson, index + 1]))
  const renderRow = (lesson: Lesson) => (
    <LessonRow
      key={lesson.material_id}
      lesson={lesson}
      lessons={lessons}
      number={numbers.get(lesson) ?? 0}
      isCurrent={lesson === current}
      isStudents={canComplete}
      onCompletedChange={(value) => onComplete({ lesson, value })}
    />
  )
  return (
    <section aria-label="Lessons" className="flex min-h-0 flex-col overflow-hidden">
      <ListHead count={count} isExpanded={isExpanded} onToggle={() => setExpanded(!isExpanded)} />
      <div
        id="lessons"
        className={`px-2.5 pb-2.5 lg:max-h-[max(20rem,calc(100dvh-25rem))] lg:overflow-y-auto ${isExpanded ? '' : 'max-lg:hidden'}`}
      >
        {groupLessons(sections, lessons).map((group) =>
          group.section === null ? (
            <ol key="none">{group.lessons.map(renderRow)}</ol>
          ) : (
            <SectionGroup
              key={group.section.section_id}
              section={group.section}
              lessons={group.lessons}
              hasCurrent={group.lessons.some((lesson) => lesson === current)}
              isStudents={canComplete}
              isShort={lessons.length <= 20}
            >
              {group.lessons.map(renderRow)}
            </SectionGroup>
          ),
        )}
      </div>
    </section>
  )
}

interface ListHeadProps {
  count: string
  isExpanded: boolean
  onToggle: () => void
}

function ListHead({ count, isExpanded, onToggle }: ListHeadProps) {
  return (
    <>
      <h2 className="px-5 pt-4 pb-2 font-sans text-base max-lg:sr-only">
        <span className="font-semibold">Lessons</span> <span className="font-normal text-muted">{count}</span>
      </h2>
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls="lessons"
        onClick={onToggle}
        className="flex h-13 w-full items-center gap-2 px-5 text-left lg:hidden"
      >
        <AnyIcon name="list" size={19} className="text-muted" />
        <span className="font-semibold">Lessons</span>
        <span className="flex-1 text-muted">{count}</span>
        <AnyIcon
          name="chevron-down"
          size={18}
          className={`transition duration-200 ${isExpanded ? 'rotate-180' : ''}`}
        />
      </button>
    </>
  )
}
