import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { dayOf } from './days.ts'
import { Section } from './section.tsx'

export interface Writing {
  id: number
  /** Of the course or post it is about, and where that is. */
  title: string
  to: string
  date: string
  text: string
  stars?: number
}

interface WritingsProps {
  title: string
  /** One of them, for who removes it: “Mara Ilves’s review of”. */
  what: string
  writings: Writing[]
  empty: string
  onRemove: (id: number) => void
}

/** What a user has written about courses or posts; each can be removed after the popup. */
export function Writings({ title, what, writings, empty, onRemove }: WritingsProps) {
  const [leaving, setLeaving] = useState<Writing | null>(null)
  const section = useRef<HTMLElement>(null)
  const confirm = ({ id }: Writing) => {
    // The popup gives the focus back to a button that is about to leave with its row.
    flushSync(() => setLeaving(null))
    section.current?.focus()
    onRemove(id)
  }
  return (
    <>
      <Section ref={section} title={title} count={writings.length} empty={empty}>
        {writings.map((writing) => (
          <li key={writing.id} className="flex gap-3 py-3.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Link
                  to={writing.to}
                  className="min-w-0 font-medium wrap-anywhere hover:text-accent-text hover:underline"
                >
                  {writing.title}
                </Link>
                {writing.stars !== undefined && <Stars value={writing.stars} size={13} />}
                <time dateTime={writing.date} className="text-xs text-muted">
                  {dayOf(writing.date)}
                </time>
              </p>
              <p className="mt-1 text-sm break-words whitespace-pre-line text-muted">{writing.text}</p>
            </div>
            <button
              type="button"
              aria-label={`Remove ${what} “${writing.title}”`}
              onClick={() => setLeaving(writing)}
              className="-mt-2 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-control text-muted transition duration-150 hover:bg-[var(--danger-wash)] hover:text-danger"
            >
              <AnyIcon name="trash" size={18} />
            </button>
          </li>
        ))}
      </Section>
      {leaving && (
        <WarningDialog
          text={`${what} “${leaving.title}”: this data will be permanently deleted and cannot be undone.`}
          onConfirm={() => confirm(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  )
}
