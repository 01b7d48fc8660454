import { Link } from '#web/ui/link.tsx'
import type { PublicCoursePage } from '#contract/schemas/public-course.ts'
import type { Section } from '#contract/schemas/learning/sections.ts'
import { LESSON_KIND_ICONS, LESSON_KIND_NAMES } from '#web/features/lesson-content/lesson-kinds.ts'
import { formatClock, formatDuration } from '#web/features/player/clock.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

type PublicLesson = PublicCoursePage['materials'][number]

/** The others open on demand. */
const LESSONS_AT_FIRST = 12
/** Up to this many a course's sections are all open at first. */
const LESSONS_OPEN = 20

export function Curriculum({ page: { sections, materials } }: { page: PublicCoursePage }) {
  const outside = materials.filter(({ section_id }) => !sections.some((section) => section.section_id === section_id))
  const [first, more] = [outside.slice(0, LESSONS_AT_FIRST), outside.slice(LESSONS_AT_FIRST)]
  let firstNumber = outside.length + 1
  const groups = sections.map((section) => {
    const lessons = materials.filter(({ section_id }) => section_id === section.section_id)
    const group = { section, lessons, firstNumber }
    firstNumber += lessons.length
    return group
  })
  return (
    <section aria-labelledby="curriculum" className="mt-12">
      <h2 id="curriculum" className="text-2xl">
        Curriculum
      </h2>
      {materials.length === 0 ? (
        <p className="mt-4 text-muted">This course has no lessons yet. They appear here once they are published.</p>
      ) : (
        <div className="card mt-5 divide-y divide-border overflow-hidden rounded-panel">
          {first.length > 0 && <LessonRows lessons={first} firstNumber={1} />}
          {more.length > 0 && (
            <details className="group">
              <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-5 text-sm font-semibold text-accent-text hover:bg-raised [&::-webkit-details-marker]:hidden">
                {more.length} more {more.length === 1 ? 'lesson' : 'lessons'}
                <Icon name="chevron-down" size={18} className="transition duration-200 group-open:rotate-180" />
              </summary>
              <LessonRows lessons={more} firstNumber={LESSONS_AT_FIRST + 1} />
            </details>
          )}
          {groups.map((group, index) => (
            <SectionRows
              key={group.section.section_id}
              {...group}
              isOpen={index === 0 || materials.length <= LESSONS_OPEN || group.lessons.some(({ preview }) => preview)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface SectionRowsProps {
  section: Section
  lessons: PublicLesson[]
  firstNumber: number
  /** At first. */
  isOpen: boolean
}

function SectionRows({ section, lessons, firstNumber, isOpen }: SectionRowsProps) {
  const seconds = lessons.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  const facts = [
    `${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`,
    seconds > 0 && formatDuration(seconds),
    describeOpening(section, useLocalDate('long')),
  ]
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 bg-raised/50 px-5 py-3 hover:bg-raised [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-down" size={18} className="w-6 text-muted transition duration-200 group-open:rotate-180" />
        <h3 dir="auto" className="min-w-0 flex-1 font-sans text-base font-semibold wrap-anywhere">
          {section.title}
        </h3>
        <span className="text-right text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </summary>
      <LessonRows lessons={lessons} firstNumber={firstNumber} />
    </details>
  )
}

function describeOpening(
  { opens_after_days: days, opens_date }: Section,
  formatDay: (instant: string) => string,
): string | null {
  if (opens_date !== null && Date.parse(opens_date) > Date.now()) return `Opens on ${formatDay(opens_date)}`
  if (days !== null) return `Opens ${days} ${days === 1 ? 'day' : 'days'} after you join`
  return null
}

interface LessonRowsProps {
  lessons: PublicLesson[]
  firstNumber: number
}

function LessonRows({ lessons, firstNumber }: LessonRowsProps) {
  return (
    <ol start={firstNumber} className="divide-y divide-border">
      {lessons.map((lesson, index) => (
        <li key={lesson.material_id} className="flex gap-4 px-5 py-3">
          <span aria-hidden="true" className="w-6 shrink-0 pt-0.5 text-right text-sm text-muted tabular-nums">
            {firstNumber + index}
          </span>
          <AnyIcon name={LESSON_KIND_ICONS[lesson.kind]} size={17} className="mt-1 text-muted" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="wrap-anywhere">
              {lesson.kind !== 'video' && <span className="sr-only">{LESSON_KIND_NAMES[lesson.kind]}: </span>}
              {lesson.title}
            </p>
            {lesson.subtitle && (
              <p dir="auto" className="text-sm wrap-anywhere text-muted">
                {lesson.subtitle}
              </p>
            )}
          </div>
          <div className="flex shrink-0 flex-col items-end gap-x-4 gap-y-1 sm:flex-row sm:items-start">
            {lesson.preview && <PreviewLink lesson={lesson} />}
            {lesson.duration !== null && (
              <span className="pt-0.5 text-sm text-muted tabular-nums">{formatClock(lesson.duration)}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Opens the lesson at the top of this page, without an account. */
function PreviewLink({ lesson }: { lesson: PublicLesson }) {
  return (
    <Link
      to={`?preview=${lesson.material_id}`}
      preventScrollReset
      aria-label={`Preview: ${lesson.title}`}
      className="inline-flex h-6 items-center gap-1 rounded-full bg-[var(--accent-wash)] px-2.5 text-xs font-semibold text-accent-text hover:underline"
    >
      <Icon name="play" size={12} />
      Preview
    </Link>
  )
}
