import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  isDangerous?: boolean
  /** While its request runs, it stays open: the outcome would not be seen. */
  isPending?: boolean
  children: ReactNode
}

/** A modal dialog that is open while it is rendered. Esc asks to close it. */
export function Dialog({ title, onClose, isDangerous = false, isPending = false, children }: DialogProps) {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // React passes on the events of a dialog inside this one, and browsers the `cancel` of a file field.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isPending) onClose()
      }}
      // Browsers close it on a second Esc even when the first was prevented.
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        if (isPending) openModal(event.currentTarget)
        else onClose()
      }}
      className="card m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-110 overflow-y-auto overscroll-contain rounded-panel p-6 text-text forced-color-adjust-auto shadow-raised transition duration-200 ease-out backdrop:bg-black/60 backdrop:transition backdrop:duration-200 sm:p-8 starting:translate-y-2 starting:opacity-0 starting:backdrop:opacity-0"
    >
      <h2 id={id} className={`flex items-center gap-2.5 text-2xl ${isDangerous ? 'text-danger' : ''}`}>
        {isDangerous && <Icon name="alert" size={26} />}
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** One dialog may be open inside another. */
let openModals = 0

function lockPage(): void {
  // As wide as the hidden scroll bar, so that nothing moves behind the dialog.
  document.body.style.paddingRight = `${window.innerWidth - document.documentElement.clientWidth}px`
  document.documentElement.style.overflow = 'hidden'
}

function unlockPage(): void {
  document.body.style.paddingRight = ''
  document.documentElement.style.overflow = ''
}

function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
}

/** Opens the dialog on mount. Closing restores the focus and the page's scrolling. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog) openModal(dialog)
    if (openModals++ === 0) lockPage()
    return () => {
      if (--openModals === 0) unlockPage()
      dialog?.close()
    }
  }, [])
  return ref
}
