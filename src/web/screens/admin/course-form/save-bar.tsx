import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PublishState } from '#web/features/panels/publish-state.tsx'
import type { ConflictActions } from '#web/features/versioned-form/conflict-banner.tsx'
import { SaveOutcome } from '#web/features/versioned-form/save-outcome.tsx'
import type { CourseValues } from './values/course-values.ts'
import type { FormProblem } from './values/get-form-problems.ts'
import { getLessonWarning } from './lessons/lesson-warnings.ts'

interface SaveBarProps {
  idle: string
  isPending: boolean
  success: string | undefined
  error: Error | null
  isDirty: boolean
  /** When the unsaved changes were stored in this browser. */
  storedAt: number | null
  /** A save was requested while files are still uploading. */
  isWaitingForUploads: boolean
  problems: FormProblem[]
  onFocusProblem: (problem: FormProblem) => void
  conflict: ConflictActions
}

/** The save button, what it saves and the save's result, always in view below the form. */
export function SaveBar({
  idle,
  isPending,
  success,
  error,
  isDirty,
  storedAt,
  isWaitingForUploads,
  problems,
  onFocusProblem,
  conflict,
}: SaveBarProps) {
  const [first] = problems
  return (
    <div
      data-save-bar
      className="z-10 -mx-4 mt-6 -mb-8 border-t border-border bg-bg px-4 py-4 md:sticky md:bottom-0 md:-mx-8 md:-mb-4 md:px-8"
    >
      <SaveOutcome success={first ? undefined : success} error={error} conflict={conflict} />
      <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 text-sm">
          <div aria-live="polite">
            {isWaitingForUploads && (
              <p className="text-muted">A file is still uploading. Wait for it to finish, then save.</p>
            )}
            {first && (
              <BarNote
                isError
                text={
                  problems.length === 1 ? 'One field needs attention.' : `${problems.length} fields need attention.`
                }
                linkText={first.label}
                onLink={() => onFocusProblem(first)}
              />
            )}
            {!first && !isWaitingForUploads && <UnplayableLessons onFocusProblem={onFocusProblem} />}
          </div>
          {!first && storedAt !== null && <StoredNote storedAt={storedAt} />}
        </div>
        <CoursePublishState isDirty={isDirty} />
        <div className="w-full sm:w-52">
          <SubmitButton isPending={isPending} label={idle} />
        </div>
      </div>
    </div>
  )
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

function StoredNote({ storedAt }: { storedAt: number }) {
  return (
    <p className="text-xs text-muted">
      Your changes are kept in this browser until you save. Last kept at {TIME_FORMAT.format(storedAt)}.
    </p>
  )
}

function CoursePublishState({ isDirty }: { isDirty: boolean }) {
  const { formState } = useFormContext<CourseValues>()
  const isPublic = useWatch<CourseValues, 'public'>({ name: 'public' })
  return <PublishState isPublic={isPublic} wasPublic={formState.defaultValues?.public ?? false} isDirty={isDirty} />
}

/** Lessons that were, or would be, saved with an address that does not play. */
function UnplayableLessons({ onFocusProblem }: Pick<SaveBarProps, 'onFocusProblem'>) {
  const lessons = useWatch<CourseValues, 'materials'>({ name: 'materials' })
  const indexes = lessons.flatMap((lesson, index) => (getLessonWarning(lesson) === undefined ? [] : [index]))
  const [first] = indexes
  if (first === undefined) return null
  const label = `Lesson ${first + 1}: Video URL`
  return (
    <BarNote
      text={`Students can’t watch ${formatCount(indexes.length, 'lesson')}.`}
      linkText={label}
      onLink={() => onFocusProblem({ name: `materials.${first}.url`, tab: 'content', lesson: first, label })}
    />
  )
}

interface BarNoteProps {
  text: string
  linkText: string
  onLink: () => void
  isError?: boolean
}

function BarNote({ text, linkText, onLink, isError = false }: BarNoteProps) {
  return (
    <p className={`flex flex-wrap items-center gap-x-2 gap-y-1 ${isError ? 'text-danger' : 'text-accent-text'}`}>
      <Icon name="alert" size={18} />
      {text}
      <Button variant="quiet" size="sm" className="-my-1 h-auto min-h-8 whitespace-normal" onClick={onLink}>
        {linkText}
        <Icon name="arrow-right" size={16} />
      </Button>
    </p>
  )
}
