import { type ReactNode, type Ref, useId } from 'react'
import { MAX_DETAIL_ROWS } from '#contract/limits.ts'

interface ListSectionProps {
  title: string
  count: number
  emptyText: string
  footer?: ReactNode
  /** Focused when a button of the section disappears. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

export function ListSection({ title, count, emptyText, footer, ref, children }: ListSectionProps) {
  const id = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="card min-w-0 px-5 py-4 outline-none sm:px-6 sm:py-5"
    >
      <div className="flex min-h-9 items-center gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {count > 0 && (
          <span className="rounded-full bg-raised px-2.5 text-xs leading-6 text-muted tabular-nums">
            {count < MAX_DETAIL_ROWS ? count : `Latest ${MAX_DETAIL_ROWS}`}
          </span>
        )}
      </div>
      {count > 0 ? (
        <ul className="mt-2 divide-y divide-border">{children}</ul>
      ) : (
        <p className="mt-2 pb-1 text-sm text-muted">{emptyText}</p>
      )}
      {footer}
    </section>
  )
}
