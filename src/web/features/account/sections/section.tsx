import { type ReactNode, useId } from 'react'

interface SectionProps {
  /** For links to it. */
  id?: string
  title: string
  lead: string
  isDangerous?: boolean
  children: ReactNode
}

/** Its two columns align with those of the profile card. */
export function Section({ id, title, lead, isDangerous = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={`card mt-6 grid gap-x-12 gap-y-5 rounded-panel p-6 sm:p-9 md:grid-cols-[250px_minmax(0,1fr)] ${isDangerous ? 'border-danger/45' : ''}`}
    >
      <div>
        <h2 id={titleId} className={`text-xl ${isDangerous ? 'text-danger' : ''}`}>
          {title}
        </h2>
        <p className="mt-1.5 text-sm text-muted">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
