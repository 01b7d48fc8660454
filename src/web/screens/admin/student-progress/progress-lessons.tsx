import { LESSON_KIND_ICONS, LESSON_KIND_NAMES } from '#web/features/lesson-content/lesson-kinds.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Change } from './change-dialog.tsx'
import type { StudentProgress } from './student-progress-screen.tsx'

type Material = StudentProgress['materials'][number]

interface ProgressLessonsProps {
  materials: readonly Material[]
  onChange: (change: Change) => void
}

export function ProgressLessons({ materials, onChange }: ProgressLessonsProps) {
  const completed = materials.filter(({ isCompleted }) => isCompleted).length
  return (
    <section aria-labelledby="progress-lessons" className="card min-w-0 p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="progress-lessons" className="text-xl">
          Lessons
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {completed} of {materials.length} completed
        </p>
      </div>
      {materials.length === 0 ? (
        <p className="mt-3 text-sm text-muted">The course has no lessons.</p>
      ) : (
        <ol className="mt-3 divide-y divide-border">
          {materials.map((material) => (
            <LessonItem key={material.material_id} material={material} onChange={onChange} />
          ))}
        </ol>
      )}
    </section>
  )
}

function LessonItem({ material, onChange }: { material: Material; onChange: ProgressLessonsProps['onChange'] }) {
  const { title, kind, isCompleted, watched_percent } = material
  const action = isCompleted ? 'Reopen' : 'Complete'
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full ${isCompleted ? 'bg-[var(--success-wash)] text-success' : 'bg-raised text-muted'}`}
      >
        <AnyIcon name={isCompleted ? 'check' : LESSON_KIND_ICONS[kind]} size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
        <p className="text-xs text-muted">
          {LESSON_KIND_NAMES[kind]}
          {isCompleted && ' · Completed'}
          {kind === 'video' && watched_percent > 0 && ` · ${watched_percent}% watched`}
        </p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`${action} ${title}`}
        className="-mr-2 shrink-0"
        onClick={() => onChange({ kind: isCompleted ? 'reopen' : 'complete', material })}
      >
        {action}
      </Button>
    </li>
  )
}
