import { Icon } from '#web/ui/icons/icon.tsx'
import { LessonMark, ProgressBar } from './product-parts.tsx'

export function ExpertAnswer() {
  return (
    <div className="mx-auto grid w-full max-w-lg gap-3 text-sm">
      <p className="ml-auto max-w-[85%] rounded-card rounded-br-sm bg-[var(--accent-wash)] px-4 py-2.5">
        I added the index. Why is it still slow?
      </p>
      <div className="flex max-w-[95%] items-end gap-2.5">
        <span className="grid size-8 shrink-0 place-items-center rounded-full border border-border-strong bg-raised text-accent-text">
          <Icon name="user" size={16} />
        </span>
        <p className="rounded-card rounded-bl-sm bg-raised px-4 py-2.5">
          Your filter calls <code className="text-accent-text">lower(email)</code>, but the index covers only{' '}
          <code className="text-accent-text">email</code>. Add an index on the expression and run it again.
        </p>
      </div>
      <p className="pl-10.5 text-xs text-muted">Answered the same day</p>
    </div>
  )
}

const PATH = [
  { title: 'SQL from first principles', state: 'done', note: 'Completed' },
  { title: 'Reading query plans', state: 'now', note: '75%' },
  { title: 'Databases under load', state: 'open', note: 'Next' },
] as const

export function LearningPath() {
  return (
    <ol className="grid w-full">
      {PATH.map(({ title, state, note }, i) => (
        <li key={title} className="relative flex items-center gap-3.5 py-3 text-sm">
          {i > 0 && (
            <span className="absolute bottom-1/2 left-[0.65625rem] mb-[0.6875rem] h-7 w-0.5 bg-border-strong" />
          )}
          <LessonMark state={state} number={i + 1} />
          <span className="min-w-0 flex-1">
            {title}
            {state === 'now' && <ProgressBar fraction={0.75} className="mt-1.5 h-1" />}
          </span>
          <span
            className={`rounded-full px-2.5 text-xs ${state === 'done' ? 'bg-[var(--success-wash)] text-success' : 'text-muted'}`}
          >
            {note}
          </span>
        </li>
      ))}
    </ol>
  )
}

const WEEK = [
  ['Mon', 12],
  ['Tue', 0],
  ['Wed', 18],
  ['Thu', 9],
  ['Fri', 0],
  ['Sat', 0],
  ['Sun', 47],
] as const
const LONGEST = 47

export function StudyWeek() {
  return (
    <div className="w-full">
      <p className="flex items-baseline justify-between text-sm">
        <span className="font-semibold">This week</span>
        <span className="text-xs text-muted">4 sessions, 86 min</span>
      </p>
      <ul className="mt-4 grid grid-cols-7 gap-1.5 sm:gap-3">
        {WEEK.map(([day, minutes]) => (
          <li key={day} className="flex flex-col items-center text-xs text-muted">
            <span className="flex h-28 w-full flex-col items-center justify-end gap-1 text-text tabular-nums">
              {minutes > 0 && minutes}
              <span
                className={`w-full max-w-9 rounded-t-sm ${minutes ? 'bg-linear-to-t from-accent/35 to-accent' : 'bg-border'}`}
                style={{ height: `${minutes ? Math.round((minutes / LONGEST) * 84) : 3}px` }}
              />
            </span>
            <span className="mt-1.5">{day}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const CHECKLIST = [
  ['Write the query by hand', 'group-has-[#tick-0:checked]/ticks:bg-accent'],
  ['Predict its plan', 'group-has-[#tick-1:checked]/ticks:bg-accent'],
  ['Run it and compare', 'group-has-[#tick-2:checked]/ticks:bg-accent'],
] as const

/** A working checklist. CSS counters count the ticks because this section has no script on a first visit. */
export function LessonChecklist() {
  return (
    <div className="group/ticks mx-auto w-full max-w-lg text-sm [counter-reset:done]">
      <ul>
        {CHECKLIST.map(([title], index) => (
          <li key={title}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3.5 rounded-control px-2.5 transition duration-150 hover:bg-raised">
              <input
                id={`tick-${index}`}
                type="checkbox"
                defaultChecked={index === 0}
                className="peer sr-only checked:[counter-increment:done]"
              />
              <span className="grid size-5.5 shrink-0 place-items-center rounded-full border border-border-strong text-transparent transition duration-150 peer-checked:border-transparent peer-checked:bg-success peer-checked:text-[var(--on-success)] peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text">
                <Icon name="check" size={13} />
              </span>
              <span className="peer-checked:text-muted">{title}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex items-center gap-3 px-2.5 text-xs text-muted">
        <span className="flex flex-1 gap-1">
          {CHECKLIST.map(([title, lit]) => (
            <span key={title} className={`h-1.5 flex-1 rounded-full bg-border transition duration-200 ${lit}`} />
          ))}
        </span>
        <span className="w-24 text-right tabular-nums after:content-[counter(done)_'_of_3_lessons']" />
      </div>
    </div>
  )
}
