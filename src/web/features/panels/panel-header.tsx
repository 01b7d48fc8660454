import type { ReactNode } from 'react'
import { Head } from '#web/ui/head.tsx'

interface PanelHeaderProps {
  title: string
  /** What the page says where that is more than the tab's title. */
  heading?: ReactNode
  /** Below the title. */
  description?: string
  /** What can be done here, at the end of the line. */
  children?: ReactNode
}

/** A panel's title, in the tab and on the page, with its actions. */
export function PanelHeader({ title, heading = title, description, children }: PanelHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <Head title={title} noIndex />
      <div>
        <h1 className="text-3xl md:text-4xl">{heading}</h1>
        {description && <p className="mt-1 text-muted">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  )
}
