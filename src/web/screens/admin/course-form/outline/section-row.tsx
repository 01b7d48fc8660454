import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useId } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import type { CourseValues, SectionValues } from '../values/course-values.ts'
import type { LessonActions } from '../lessons/use-lesson-list.ts'
import { DragHandle } from './drag-handle.tsx'
import { FIELDS_CLASS, getHeaderClass, ROW_CLASS } from './row-box.ts'
import { SectionFields } from './section-fields.tsx'

interface SectionRowProps {
  sectionKey: string
  index: number
  /** In the outline. */
  place: number
  count: number
  isOpen: boolean
  actions: LessonActions
  onRemove: (key: string) => void
}

/** A section's heading in the outline, and its fields while it is open. */
export const SectionRow = memo(function SectionRow(props: SectionRowProps) {
  const { sectionKey, index, place, isOpen, actions } = props
  const fieldsId = useId()
  const { control } = useFormContext<CourseValues>()
  const section = useWatch({ control, name: `sections.${index}` })
  const errors = useFormState({ control, name: `sections.${index}` }).errors.sections?.[index]
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: sectionKey,
  })
  if (!section) return null
  return (
    <li className={ROW_CLASS}>
      <div
        ref={setNodeRef}
        style={{ transform: CSS.Translate.toString(transform), transition, gridRow: place + 1 }}
        className={`${getHeaderClass({ isDragging, isOpen, hasError: errors !== undefined })} ${place > 0 ? 'mt-3' : ''} bg-raised!`}
      >
        <div className="flex items-center gap-1 pr-1 pl-1.5">
          <DragHandle
            ref={setActivatorNodeRef}
            rowKey={sectionKey}
            label={`Move section ${index + 1}, ${section.title || 'New section'}`}
            listeners={listeners}
            onMove={actions.move}
          />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? fieldsId : undefined}
            onClick={() => actions.toggle(sectionKey)}
            className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control py-1.5 pr-2 pl-1 text-left"
          >
            <SectionTitle section={section} problem={isOpen || !errors ? undefined : 'Check this section'} />
            <LessonCount sectionKey={sectionKey} />
            <AnyIcon
              name="chevron-down"
              size={18}
              className={`text-muted transition duration-200 ${isOpen ? 'rotate-180 @3xl:-rotate-90' : '@3xl:-rotate-90'}`}
            />
          </button>
        </div>
      </div>
      {isOpen && (
        <SectionFields
          id={fieldsId}
          className={FIELDS_CLASS}
          index={index}
          section={section}
          errors={errors}
          onRemove={() => props.onRemove(sectionKey)}
        />
      )}
    </li>
  )
})

function SectionTitle({ section, problem }: { section: SectionValues; problem: string | undefined }) {
  const opening = describeOpening(section, useLocalDate('medium'))
  return (
    <span className="min-w-0 flex-1">
      <span className={`line-clamp-2 text-sm font-semibold ${section.title ? '' : 'text-muted'}`}>
        <span className="sr-only">Section: </span>
        {section.title || 'New section'}
      </span>
      {problem ? (
        <span className="flex items-center gap-1.5 text-xs text-danger">
          <AnyIcon name="alert" size={14} />
          {problem}
        </span>
      ) : (
        opening && (
          <span className="flex items-center gap-1.5 text-xs text-muted">
            <AnyIcon name="clock" size={13} />
            {opening}
          </span>
        )
      )}
    </span>
  )
}

function describeOpening(
  { opens_after_days, opens_date }: SectionValues,
  formatDay: (instant: string) => string,
): string | null {
  if (opens_after_days !== null && !Number.isNaN(opens_after_days))
    return `Opens ${formatCount(opens_after_days, 'day')} after enrolling`
  return opens_date ? `Opens on ${formatDay(opens_date)}` : null
}

function LessonCount({ sectionKey }: { sectionKey: string }) {
  const { control } = useFormContext<CourseValues>()
  const count = useWatch({
    control,
    name: 'materials',
    compute: (lessons) => lessons.filter((lesson) => lesson.sectionKey === sectionKey).length,
  })
  return (
    <span className="text-xs whitespace-nowrap text-muted tabular-nums">
      {count}
      <span className="sr-only"> {count === 1 ? 'lesson' : 'lessons'}</span>
    </span>
  )
}
