import type { ReactNode } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { formatClock } from '#web/features/player/clock.ts'
import type { LessonValues } from '../values/lesson-values.ts'
import { KIND_ICONS, KIND_LABELS } from '../lessons/lesson-kinds.ts'

interface LessonHeaderProps {
  lesson: LessonValues
  index: number
  isOpen: boolean
  /** Id of the open lesson's fields. */
  fieldsId: string
  /** The lesson's first error. */
  problem: string | undefined
  /** Why the lesson will not play for students. */
  warning: string | undefined
  /** Of its video's upload, while one is running. */
  percent: number | undefined
  onToggle: () => void
  dragHandle: ReactNode
}

export function LessonHeader({
  lesson,
  index,
  isOpen,
  fieldsId,
  problem,
  warning,
  percent,
  onToggle,
  dragHandle,
}: LessonHeaderProps) {
  const { duration, preview, captions } = lesson
  return (
    <div className="flex items-center gap-1 pr-1 pl-1.5">
      {dragHandle}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? fieldsId : undefined}
        onClick={onToggle}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control py-1.5 pr-2 pl-1 text-left"
      >
        <span className="w-6 shrink-0 text-center text-sm text-muted tabular-nums">{index + 1}</span>
        <span title={KIND_LABELS[lesson.kind]} className="text-muted">
          <AnyIcon name={KIND_ICONS[lesson.kind]} size={16} />
        </span>
        <LessonTitle lesson={lesson} problem={problem} warning={warning} />
        {percent !== undefined && (
          <span className="text-xs whitespace-nowrap text-accent-text tabular-nums">Uploading {percent}%</span>
        )}
        {preview && (
          <span className="max-sm:hidden @3xl:hidden">
            <Chip>Free preview</Chip>
          </span>
        )}
        {captions && (
          <span className="text-muted max-sm:hidden @3xl:hidden">
            <AnyIcon name="captions" size={17} />
            <span className="sr-only">with captions</span>
          </span>
        )}
        <span className="text-right text-sm text-muted tabular-nums empty:hidden">
          {duration !== null && !Number.isNaN(duration) && formatClock(duration)}
        </span>
        <AnyIcon
          name="chevron-down"
          size={18}
          className={`text-muted transition duration-200 ${isOpen ? 'rotate-180 @3xl:-rotate-90' : '@3xl:-rotate-90'}`}
        />
      </button>
    </div>
  )
}

function LessonTitle({
  lesson: { title, subtitle },
  problem,
  warning,
}: Pick<LessonHeaderProps, 'lesson' | 'problem' | 'warning'>) {
  const note = problem ?? warning
  return (
    <span className="min-w-0 flex-1">
      <span
        className={`line-clamp-2 text-sm font-medium sm:line-clamp-1 @3xl:line-clamp-2 ${title ? '' : 'text-muted'}`}
      >
        {title || 'New lesson'}
      </span>
      {note ? (
        <span className={`flex items-center gap-1.5 text-xs ${problem ? 'text-danger' : 'text-accent-text'}`}>
          <AnyIcon name="alert" size={14} />
          <span className="truncate">{note}</span>
        </span>
      ) : (
        <span className="block truncate text-xs text-muted max-sm:hidden">{subtitle}</span>
      )}
    </span>
  )
}
