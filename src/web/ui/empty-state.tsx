import type { ReactNode } from 'react'

/** A place where there is nothing: a picture, the words, the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      <svg aria-hidden="true" width="132" height="108" viewBox="0 0 132 108" fill="none">
        <ellipse cx="66" cy="98" rx="52" ry="7" className="fill-raised" />
        <circle cx="66" cy="62" r="40" className="fill-[var(--accent-wash)]" />
        <circle cx="66" cy="62" r="26" className="fill-[var(--accent-wash)]" />
        <g className="stroke-muted" strokeWidth="2.5" strokeLinejoin="round" strokeLinecap="round">
          <path d="M54 36v-6a12 12 0 0 1 24 0v6" />
          <path d="M47 37h38l8 58H39z" className="fill-surface" />
          <path d="M44 50h44M41 82h50" />
        </g>
        <circle cx="66" cy="66" r="8" className="fill-accent" />
        <g className="fill-border-strong">
          <circle cx="18" cy="30" r="1.6" />
          <circle cx="112" cy="24" r="1.6" />
          <circle cx="104" cy="52" r="1.2" />
          <circle cx="26" cy="64" r="1.2" />
        </g>
      </svg>
      <p className="mt-5 font-display text-xl font-semibold">{title}</p>
      {children && <div className="mt-3 max-w-md text-muted">{children}</div>}
    </div>
  )
}
