import type { ReactNode } from 'react'
import { AnyIcon, type AnyIconName } from '#web/ui/icons/any-icon.tsx'

interface FactorRowProps {
  icon: AnyIconName
  title: string
  text: ReactNode
  isOn?: boolean
  /** Its buttons. */
  children: ReactNode
}

export function FactorRow({ icon, title, text, isOn = false, children }: FactorRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-muted max-sm:hidden">
        <AnyIcon name={icon} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {title}
          {isOn && (
            <span className="rounded-full bg-[var(--success-wash)] px-2.5 py-0.5 text-xs whitespace-nowrap text-success">
              On
            </span>
          )}
        </p>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
