import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A modal on the browser's own dialog, open for as long as it is rendered. Esc asks to close it. */
export function Dialog({ title, onClose, className = '', children }: DialogProps) {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A second Esc closes it whatever we say.
      onClose={(event) => event.currentTarget.open || onClose()}
      className={`card m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-110 overflow-y-auto overscroll-contain rounded-panel p-6 text-text shadow-raised transition duration-200 ease-out backdrop:bg-black/60 backdrop:transition backdrop:duration-200 sm:p-8 starting:translate-y-2 starting:opacity-0 starting:backdrop:opacity-0 ${className}`}
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** Shown while it stands; closing it gives the focus back to where it was, and the page its scrolling. */
function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const page = document.documentElement.style
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    // The room of the scroll bar stays, so that nothing moves behind the dialog.
    page.overflow = 'hidden'
    page.scrollbarGutter = 'stable'
    return () => {
      page.overflow = ''
      page.scrollbarGutter = ''
      dialog?.close()
    }
  }, [])
  return ref
}
