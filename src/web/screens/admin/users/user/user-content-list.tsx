import { useRef } from 'react'
import { Link } from '#web/ui/link.tsx'
import { DeleteIconButton } from '#web/features/panels/delete-icon-button.tsx'
import { useDeleteConfirmation } from '#web/features/panels/use-delete-confirmation.ts'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { ListSection } from './list-section.tsx'

export interface UserContent {
  id: number
  /** Title and path of the course or post it belongs to. */
  title: string
  to: string
  date: string
  text: string
  stars?: number
}

interface UserContentListProps {
  title: string
  /** Precedes the item's title: `Mara Ilves’s review of`. */
  itemLabel: string
  items: UserContent[]
  emptyText: string
  onRemove: (id: number) => void
}

export function UserContentList({ title, itemLabel, items, emptyText, onRemove }: UserContentListProps) {
  const section = useRef<HTMLElement>(null)
  const { itemToDelete, askToDelete, confirm, cancel } = useDeleteConfirmation<UserContent>(section, ({ id }) =>
    onRemove(id),
  )
  return (
    <>
      <ListSection ref={section} title={title} count={items.length} emptyText={emptyText}>
        {items.map((item) => (
          <li key={item.id} className="flex gap-3 py-3.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Link to={item.to} className="min-w-0 font-medium wrap-anywhere hover:text-accent-text hover:underline">
                  {item.title}
                </Link>
                {item.stars !== undefined && <StarRating value={item.stars} size={13} />}
                <time dateTime={item.date} className="text-xs text-muted">
                  {formatMediumDate(item.date)}
                </time>
              </p>
              <p className="mt-1 text-sm break-words whitespace-pre-line text-muted">{item.text}</p>
            </div>
            <DeleteIconButton
              label={`Remove ${itemLabel} “${item.title}”`}
              onClick={() => askToDelete(item)}
              className="-mt-2 -mr-2.5"
            />
          </li>
        ))}
      </ListSection>
      {itemToDelete && (
        <WarningDialog
          text={`${itemLabel} “${itemToDelete.title}” will be removed. This data will be permanently deleted and cannot be undone.`}
          onConfirm={confirm}
          onCancel={cancel}
        />
      )}
    </>
  )
}
