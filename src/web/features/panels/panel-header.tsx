import type { ReactNode } from 'react'
import { Head } from '#web/ui/head.tsx'

interface PanelHeaderProps {
  title: string
  /** The page's heading if it differs from the tab's title. */
  heading?: ReactNode
  description?: string
  /** Actions beside the title. */
  children?: ReactNode
}

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
