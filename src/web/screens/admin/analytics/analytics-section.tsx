import { type ReactNode, useId } from 'react'
import { LoadError } from '#web/ui/load-error.tsx'

interface AnalyticsSectionProps {
  title: string
  description?: string
  children: ReactNode
}

export function AnalyticsSection({ title, description, children }: AnalyticsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card min-w-0 p-5 sm:p-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {description && <p className="mt-1 text-sm text-muted">{description}</p>}
      {children}
    </section>
  )
}

export function AnalyticsLoadError({ refetch }: { refetch: () => unknown }) {
  return <LoadError text="We couldn’t load this." onRetry={() => void refetch()} />
}
