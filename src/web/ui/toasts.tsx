import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { Icon } from './icons/icon.tsx'

export interface Toast {
  variant: 'success' | 'error'
  text: string
  /** A button. The message leaves when it is pressed. */
  action?: { label: string; onClick: () => void }
}

/** Errors stay until they are dismissed. */
const TOAST_DURATION_MS = 6_000

/** A new message replaces earlier ones except the last error, so that they never reach down to the page's buttons. */
const isError = ({ variant }: Toast) => variant === 'error'

let toastCounter = 0

const ShowToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows a message over the header, where no screen has its main buttons. It stays when the page changes. */
export const useShowToast = () => use(ShowToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const showToast = useCallback((toast: Toast) => {
    const id = ++toastCounter
    setToasts((before) => [...before.filter(isError).slice(-1), { ...toast, id }])
  }, [])
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  return (
    <ShowToastContext value={showToast}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-2 top-1.5 z-50 flex flex-col items-center gap-2"
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onDismiss={remove} />
        ))}
      </div>
    </ShowToastContext>
  )
}

function ToastItem({
  toast: { id, variant, text, action },
  onDismiss,
}: {
  toast: Toast & { id: number }
  onDismiss: (id: number) => void
}) {
  useEffect(() => {
    if (variant === 'error') return
    const timer = setTimeout(() => onDismiss(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, variant, onDismiss])
  return (
    <div className="card pointer-events-auto flex max-w-full items-start gap-2.5 bg-raised px-4 py-3 text-sm shadow-raised transition duration-200 ease-out sm:max-w-xl starting:-translate-y-2 starting:opacity-0">
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
