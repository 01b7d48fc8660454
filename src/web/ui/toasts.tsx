import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from './icons/icon.tsx'

export interface Toast {
  variant: 'success' | 'error'
  text: string
  /** A button. The message leaves when it is pressed, and not by itself: the keyboard needs time to get there. */
  action?: { label: string; onClick: () => void }
}

/** Errors, and messages with a button, stay until they are dismissed. */
const TOAST_DURATION_MS = 6_000

/** A new message replaces earlier ones except the last error, so that they never reach down to the page's buttons. */
const isError = ({ variant }: Toast) => variant === 'error'

let toastCounter = 0

const ShowToastContext = createContext<(toast: Toast) => void>(() => {})

/**
 * Shows a message over the header, where no screen has its main buttons; on phones, whose header is full of them, at the
 * bottom. It stays when the page changes.
 */
export const useShowToast = () => use(ShowToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const showToast = useCallback((toast: Toast) => {
    const id = ++toastCounter
    setToasts((before) => [...before.filter(isError).slice(-1), { ...toast, id }])
  }, [])
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  const returnFocus = useReturnFocus()
  return (
    <ShowToastContext value={showToast}>
      {children}
      <div
        {...returnFocus}
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-2 top-1.5 z-50 flex flex-col items-center gap-2 max-sm:top-auto max-sm:bottom-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:mb-(--bottom-bar)"
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onDismiss={remove} />
        ))}
      </div>
    </ShowToastContext>
  )
}

/** Returns the focus to where it was before when a message leaves with it. */
function useReturnFocus() {
  // Undefined while the focus is elsewhere, null when it came from outside of the page.
  const origin = useRef<Element | null>(undefined)
  useLayoutEffect(() => {
    if (origin.current === undefined || document.activeElement !== document.body) return
    const target = origin.current?.isConnected ? origin.current : document.querySelector('main')
    origin.current = undefined
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) origin.current = undefined
    },
  }
}

function ToastItem({
  toast: { id, variant, text, action },
  onDismiss,
}: {
  toast: Toast & { id: number }
  onDismiss: (id: number) => void
}) {
  useEffect(() => {
    if (variant === 'error' || action) return
    const timer = setTimeout(() => onDismiss(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, variant, action, onDismiss])
  return (
    <div
      data-toast
      className="card pointer-events-auto flex max-w-full items-start gap-2.5 bg-raised px-4 py-3 text-sm shadow-raised transition duration-200 ease-out sm:max-w-xl starting:-translate-y-2 starting:opacity-0 max-sm:starting:translate-y-2"
    >
      <Icon
        name={variant === 'error' ? 'alert' : 'check'}
        size={18}
        className={`mt-0.5 ${variant === 'error' ? 'text-danger' : 'text-success'}`}
      />
      <p className="min-w-0 flex-1 break-words">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            onDismiss(id)
            action.onClick()
          }}
          className="-my-1 h-8 rounded-control px-2 font-semibold text-accent-text hover:underline"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onDismiss(id)}
        className="-m-1 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:text-text"
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
