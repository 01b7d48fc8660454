import type { ReactNode } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

interface NoticeBannerProps {
  title: string
  text: ReactNode
  /** Something went wrong; otherwise it is a neutral notice. */
  isAlert?: boolean
  /** The actions. */
  children: ReactNode
}

export function NoticeBanner({ title, text, isAlert = false, children }: NoticeBannerProps) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border px-4 py-3.5 text-sm ${isAlert ? 'border-danger/50 bg-[var(--danger-wash)]' : 'border-accent/50 bg-[var(--accent-wash)]'}`}
    >
      <AnyIcon
        name={isAlert ? 'alert' : 'clock'}
        className={`-mr-3 self-start ${isAlert ? 'text-danger' : 'text-accent-text'}`}
      />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </div>
  )
}
