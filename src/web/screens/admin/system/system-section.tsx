import { type ReactNode, useId } from 'react'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'

interface SystemSectionProps {
  title: string
  description?: ReactNode
  /** At the end of the title's row. */
  action?: ReactNode
  /** Of the action. */
  outcome?: { success: string | undefined; error: Error | null }
  children: ReactNode
}

/** One section of the System page, each in a file of its own. */
export function SystemSection({ title, description, action, outcome, children }: SystemSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card min-w-0 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
      {outcome && <OutcomeBanner {...outcome} className="not-empty:mt-4" />}
      {children}
    </section>
  )
}

/** Facts with their names; a name and its value share a row. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="mt-3 divide-y divide-border text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
