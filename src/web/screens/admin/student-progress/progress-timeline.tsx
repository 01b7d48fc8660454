import type { LearningEventKind } from '#contract/choices.ts'
import { MAX_DETAIL_ROWS } from '#contract/limits.ts'
import { EventTime } from '#web/ui/event-time.tsx'
import type { StudentProgress } from './student-progress-screen.tsx'

/** What went well is green, what was undone is red, the rest is amber. */
const DOT_CLASSES: Partial<Record<LearningEventKind, string>> = {
  lesson_completed: 'bg-success',
  assignment_accepted: 'bg-success',
  course_finished: 'bg-success',
  lesson_reopened: 'bg-danger',
  course_reopened: 'bg-danger',
  assignment_returned: 'bg-danger',
  progress_reset: 'bg-danger',
}

export function ProgressTimeline({ events }: { events: StudentProgress['events'] }) {
  return (
    <section aria-labelledby="progress-timeline" className="card min-w-0 p-5 sm:p-6">
      <h2 id="progress-timeline" className="text-xl">
        Timeline
      </h2>
      {events.length === 0 ? (
        <p className="mt-3 text-sm text-muted">Nothing has happened in this course yet.</p>
      ) : (
        <ol className="mt-4 border-l-2 border-border">
          {events.map(({ event_id, kind, text, actor_name, reason, created_date }) => (
            <li key={event_id} className="relative pb-5 pl-5 last:pb-0">
              <span
                aria-hidden="true"
                className={`absolute top-1.5 -left-[5px] size-2 rounded-full ${DOT_CLASSES[kind] ?? 'bg-accent-text'}`}
              />
              <p className="text-sm wrap-anywhere">{text}</p>
              <p className="text-xs text-muted">
                <EventTime at={created_date} />
                {actor_name !== null && <span className="wrap-anywhere"> · {actor_name}</span>}
              </p>
              {reason !== '' && <p className="mt-1 text-xs wrap-anywhere text-muted">Reason: {reason}</p>}
            </li>
          ))}
        </ol>
      )}
      {events.length === MAX_DETAIL_ROWS && (
        <p className="mt-4 text-xs text-muted">The latest {MAX_DETAIL_ROWS} entries.</p>
      )}
    </section>
  )
}
