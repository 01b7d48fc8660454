import { type RefObject, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

interface DeleteConfirmation<Item> {
  /** The item the dialog asks about; null while it is closed. */
  itemToDelete: Item | null
  /** Stable between renders. */
  askToDelete: (item: Item) => void
  confirm: () => void
  cancel: () => void
}

/** @param container takes the focus afterwards, because the pressed button leaves with its row */
export function useDeleteConfirmation<Item>(
  container: RefObject<HTMLElement | null>,
  onDelete: (item: Item) => void,
): DeleteConfirmation<Item> {
  const [itemToDelete, setItemToDelete] = useState<Item | null>(null)
  const cancel = useCallback(() => setItemToDelete(null), [])
  const confirm = () => {
    if (itemToDelete === null) return
    // A closing dialog returns the focus to the button, so it has to close before the container is focused.
    flushSync(cancel)
    container.current?.focus()
    onDelete(itemToDelete)
  }
  return { itemToDelete, askToDelete: setItemToDelete, confirm, cancel }
}
