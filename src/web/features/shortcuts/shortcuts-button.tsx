import { useState } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** @param className Its size and colours. */
export function ShortcutsButton({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => setOpen(true)}
        className={`place-items-center rounded-control transition duration-150 ${className}`}
      >
        <AnyIcon name="keyboard" size={20} />
      </button>
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
