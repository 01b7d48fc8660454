import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { LESSON_KIND_ICONS, LESSON_KIND_NAMES } from './lesson-kinds.ts'

/** @param details such as how long it takes or how large it is */
export function LessonHeading({ lesson, details }: { lesson: LessonContent; details?: string | undefined }) {
  return (
    <header>
      <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium text-accent-text">
        <AnyIcon name={LESSON_KIND_ICONS[lesson.kind]} size={16} />
        {LESSON_KIND_NAMES[lesson.kind]}
        {details && <span className="font-normal text-muted">· {details}</span>}
      </p>
      <h2 dir="auto" className="mt-2 text-2xl wrap-anywhere sm:text-3xl">
        {lesson.title}
      </h2>
      {lesson.subtitle && (
        <p dir="auto" className="mt-2 text-lg wrap-anywhere text-muted">
          {lesson.subtitle}
        </p>
      )}
    </header>
  )
}
