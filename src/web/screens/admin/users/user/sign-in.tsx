import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

interface SignInProps {
  details: Pick<UserDetails, 'user' | 'email_confirmed' | 'has_second_factor'>
  isSelf: boolean
}

/** What protects the account. An admin changes their own second factor on their account page. */
export function SignIn({ details: { user, email_confirmed, has_second_factor }, isSelf }: SignInProps) {
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const id = useId()
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      className="card min-w-0 px-5 py-4 outline-none sm:px-6 sm:py-5"
    >
      <h2 id={id} className="text-xl leading-9">
        Login
      </h2>
      <dl className="mt-2 divide-y divide-border text-sm">
        <Fact name="Email" isGood={email_confirmed} value={email_confirmed ? 'Confirmed' : 'Not confirmed'} />
        <Fact name="Two-step verification" isGood={has_second_factor} value={has_second_factor ? 'On' : 'Off'} />
      </dl>
      {has_second_factor && !isSelf && (
        <Button variant="secondary" size="sm" className="mt-3 mb-1 w-full" onClick={() => setOpen(true)}>
          Turn two-step verification off
        </Button>
      )}
      {isOpen && (
        <SecondFactorDialog
          user={user}
          onClose={() => setOpen(false)}
          onDone={() => {
            // The button disappears, and an open dialog would keep the focus.
            flushSync(() => setOpen(false))
            section.current?.focus()
          }}
        />
      )}
    </section>
  )
}

function Fact({ name, isGood, value }: { name: string; isGood: boolean; value: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-1.5 font-medium">
        {isGood && <AnyIcon name="check" size={16} className="text-success" />}
        {value}
      </dd>
    </div>
  )
}
