import type { ReactNode } from 'react'

const VARIANTS = {
  accent: 'bg-accent text-on-accent',
  success: 'bg-success text-[var(--on-success)]',
} as const

/** A short label over a picture. */
export function Badge({ variant, children }: { variant: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <span className={`rounded-full px-3 py-0.5 text-xs font-semibold ring-2 ring-black/20 ${VARIANTS[variant]}`}>
      {children}
    </span>
  )
}
