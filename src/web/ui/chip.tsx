import type { ReactNode } from 'react'

export function Chip({ children }: { children: ReactNode }) {
  return <span className="rounded-full bg-raised px-2.5 py-0.5 text-xs whitespace-nowrap text-muted">{children}</span>
}
