import { Link } from '#web/ui/link.tsx'
import { coursePath } from '#contract/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { CourseDetails } from '../use-course.ts'

/** The courses to finish first, as long as one of them is open. */
export function PrerequisitesBox({ course: { requires } }: { course: CourseDetails }) {
  if (requires.every(({ done }) => done)) return null
  const isBlocking = requires.some(({ blocking, done }) => blocking && !done)
  const done = requires.filter((required) => required.done).length
  return (
    <section aria-labelledby="prerequisites" className="card rounded-panel p-5">
      <h2 id="prerequisites" className="flex items-baseline justify-between gap-3 font-sans text-base font-semibold">
        {isBlocking ? 'Finish these courses first' : 'Recommended first'}
        <span className="text-sm font-normal whitespace-nowrap text-muted">
          {done} of {requires.length} done
        </span>
      </h2>
      <ul className="mt-3 space-y-1">
        {requires.map((required) => (
          <li key={required.course_id} className="flex items-start gap-2.5 text-sm">
            <span
              className={`mt-1.5 grid size-5 shrink-0 place-items-center rounded-full border ${required.done ? 'border-success bg-success text-[var(--on-success)]' : 'border-border-strong'}`}
            >
              {required.done && <Icon name="check" size={12} className="stroke-3" />}
            </span>
            <Link
              to={coursePath(required)}
              dir="auto"
              className="min-w-0 flex-1 py-1.5 wrap-anywhere underline-offset-4 hover:text-accent-text hover:underline"
            >
              {required.title}
              <span className="sr-only">{required.done ? ' (finished)' : ' (not finished)'}</span>
            </Link>
            {isBlocking && !required.blocking && <span className="py-1.5 text-xs text-muted">Recommended</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
