import type { InputHTMLAttributes, Ref } from 'react'

type Registration = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function TrustBrowser({ registration }: { registration: Registration }) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-3 text-sm">
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-(--accent)" {...registration} />
      <span>
        Trust this browser for 30 days
        <span className="block text-muted">Skips this step here. Don’t use it on a shared computer.</span>
      </span>
    </label>
  )
}
