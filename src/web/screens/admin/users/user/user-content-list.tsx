import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { formatDay } from './format-day.ts'
import { Section } from './section.tsx'

export interface UserContent {
  id: number
  /** Of the course or post it is about, and where that is. */
  title: string
  to: string
  date: string
  text: string
  stars?: number
}

interface UserContentListProps {
  title: string
  /** One of them, for who removes it: “Mara Ilves’s review of”. */
  itemLabel: string
  items: UserContent[]
  emptyText: string
  onRemove: (id: number) => void
}

/** What a user has written about courses or posts; each can be removed after the popup. */
export function UserContentList({ title, itemLabel, items, emptyText, onRemove }: UserContentListProps) {
  const [itemToRemove, setItemToRemove] = useState<UserContent | null>(null)
  const section = useRef<HTMLElement>(null)
  const confirm = ({ id }: UserContent) => {
    // The popup gives the focus back to a button that is about to leave with its row.
    flushSync(() => setItemToRemove(null))
    section.current?.focus()
    onRemove(id)
  }
  return (
    <>
      <Section ref={section} title={title} count={items.length} emptyText={emptyText}>
        {items.map((item) => (
          <li key={item.id} className="flex gap-3 py-3.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Link to={item.to} className="min-w-0 font-medium wrap-anywhere hover:text-accent-text hover:underline">
                  {item.title}
                </Link>
                {item.stars !== undefined && <StarRating value={item.stars} size={13} />}
                <time dateTime={item.date} className="text-xs text-muted">
                  {formatDay(item.date)}
                </time>
              </p>
              <p className="mt-1 text-sm break-words whitespace-pre-line text-muted">{item.text}</p>
            </div>
            <button
              type="button"
              aria-label={`Remove ${itemLabel} “${item.title}”`}
              onClick={() => setItemToRemove(item)}
              className="-mt-2 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-control text-muted transition duration-150 hover:bg-[var(--danger-wash)] hover:text-danger"
            >
              <AnyIcon name="trash" size={18} />
            </button>
          </li>
        ))}
      </Section>
      {itemToRemove && (
        <WarningDialog
          text={`${itemLabel} “${itemToRemove.title}”: this data will be permanently deleted and cannot be undone.`}
          onConfirm={() => confirm(itemToRemove)}
          onCancel={() => setItemToRemove(null)}
        />
      )}
    </>
  )
}
