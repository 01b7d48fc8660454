import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'

export const ROW_ACTION_CLASS =
  'grid size-9 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text aria-disabled:opacity-60'

interface DeleteRowActionProps {
  /** The row's title, for the button's name. */
  title: string
  warning: string
  onDelete: () => void
}

/** Deletes a table's row after a warning. The focus then moves to the table, because the button leaves with its row. */
export function DeleteRowAction({ title, warning, onDelete }: DeleteRowActionProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const confirm = () => {
    // A closing dialog returns the focus to the button, so it has to close before the table is focused.
    flushSync(() => setConfirmOpen(false))
    button.current?.closest<HTMLElement>('[role=region]')?.focus()
    onDelete()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => setConfirmOpen(true)}
        className={`${ROW_ACTION_CLASS} hover:text-danger`}
      >
        <AnyIcon name="trash" size={17} />
      </button>
      {isConfirmOpen && <WarningDialog text={warning} onCancel={() => setConfirmOpen(false)} onConfirm={confirm} />}
    </>
  )
}
