import type { ReactNode } from 'react'
import { Head } from '#web/ui/head.tsx'

interface PanelHeaderProps {
  title: string
  /** The page's heading if it differs from the tab's title. */
  heading?: ReactNode
  description?: string
  /** What narrows the panel's list. */
  filters?: ReactNode
  /** Actions at the end. */
  children?: ReactNode
}

/** One row on wide screens, so that a panel's list fits a window of 800 px. The list makes room for a second row. */
export function PanelHeader({ title, heading = title, description, filters, children }: PanelHeaderProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 md:mb-2.5 md:min-h-11">
      <Head title={title} noIndex />
      <div>
        <h1 className="text-2xl leading-7">{heading}</h1>
        {description && <p className="text-xs leading-4 text-muted">{description}</p>}
      </div>
      {filters && (
        <div data-panel-filters className="min-w-0 flex-1 max-lg:order-last max-lg:basis-full">
          {filters}
        </div>
      )}
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  )
}
