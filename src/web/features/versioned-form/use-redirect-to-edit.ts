import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** A new record continues on its edit screen, which shows the save's message. Returns that message and the redirect. */
export function useRedirectToEdit(
  getEditPath: (id: number) => string,
): [string | undefined, (saved: { id: number; msg: string }) => void] {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  // The browser keeps the history state through a reload, when the message is no longer news.
  const isNew = useNavigationType() !== 'POP'
  const message =
    isNew && typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
      ? state.message
      : undefined
  return [message, ({ id, msg }) => void navigate(getEditPath(id), { replace: true, state: { message: msg } })]
}
