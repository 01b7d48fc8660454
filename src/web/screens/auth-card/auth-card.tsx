import type { ReactNode } from 'react'

/** The card that the sign-in screens share, before a lit night. */
export function AuthCard({ title, lead, children, footer }: { title: string; lead: string; children: ReactNode; footer: ReactNode }) {
  return (
    <div className="relative isolate overflow-hidden px-4 py-10 sm:py-16">
      <div
        aria-hidden="true"
        className="absolute top-0 left-1/2 -z-10 size-[44rem] -translate-x-1/2 -translate-y-1/3 rounded-full bg-[radial-gradient(closest-side,var(--accent-wash),transparent)]"
      />
      <div className="card mx-auto w-full max-w-120 rounded-panel p-6 shadow-raised sm:p-9">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
        <div className="mt-7">{children}</div>
        <p className="mt-6 border-t border-border pt-5 text-center text-sm text-muted">{footer}</p>
      </div>
    </div>
  )
}
