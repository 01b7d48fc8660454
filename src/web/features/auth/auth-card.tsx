import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { NightCover } from '#web/features/courses/cover/night-cover.tsx'

interface AuthCardProps {
  title: string
  lead: string
  children: ReactNode
  footer: ReactNode
}

const PROMISES = ['30-day money-back guarantee', 'Lifetime access to materials', 'Certificate of completion']

/** The card of the auth screens: the form, and a picture beside it on wide screens. */
export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    // Not centered vertically, because it would move while the page loads.
    <div className="relative isolate grid flex-1 content-start justify-items-center overflow-hidden px-4 py-8 sm:px-6 sm:py-14 lg:py-18">
      <div
        aria-hidden="true"
        className="absolute top-0 left-1/2 -z-10 size-[44rem] -translate-x-1/2 -translate-y-1/3 rounded-full bg-[radial-gradient(closest-side,var(--accent-wash),transparent)]"
      />
      <div className="card grid w-full max-w-120 overflow-hidden rounded-panel shadow-raised lg:min-h-112 lg:max-w-250 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="flex flex-col p-6 sm:p-9 lg:col-start-2 lg:row-start-1 lg:p-11">
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-2 wrap-anywhere text-muted">{lead}</p>
          <div className="mt-7">{children}</div>
          <div className="mt-auto pt-7">
            <p className="border-t border-border pt-5 text-center text-sm text-muted">{footer}</p>
          </div>
        </div>
        <NightPanel />
      </div>
    </div>
  )
}

/** Its colors are the same in both themes because the text is over a picture. */
function NightPanel() {
  return (
    <div className="relative isolate hidden overflow-hidden p-11 text-white lg:col-start-1 lg:row-start-1 lg:block">
      <NightCover id={8} className="absolute inset-0 -z-20 size-full" />
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 h-2/3 bg-linear-to-b from-[#0a1128] from-40% to-transparent"
      />
      <p className="font-display text-3xl font-semibold text-balance">One step at a time.</p>
      <ul className="mt-5 space-y-2 text-sm">
        {PROMISES.map((promise) => (
          <li key={promise} className="flex items-center gap-2.5">
            <Icon name="check" size={16} className="text-[#ffc670]" />
            {promise}
          </li>
        ))}
      </ul>
    </div>
  )
}
