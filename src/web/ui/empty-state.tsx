import type { ReactNode } from 'react'
import { Lantern } from './icons/lantern.tsx'

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center sm:py-16">
      <Lantern className="w-56 max-w-full" />
      <p className="mt-6 font-display text-2xl font-semibold">{title}</p>
      {children && <div className="mt-2 flex max-w-md flex-col items-center gap-5 text-muted">{children}</div>}
    </div>
  )
}
