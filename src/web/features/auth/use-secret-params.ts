import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getStateText, useHistoryState } from './use-history-state.ts'

/**
 * Reads secrets from the query string and removes them from the address bar and history. They stay in the history
 * entry's state, so that a reload still has them.
 * @returns undefined until a reloaded page is hydrated
 */
export function useSecretParams<Name extends string>(...names: Name[]): Partial<Record<Name, string>> | undefined {
  const { pathname, search } = useLocation()
  const historyState = useHistoryState()
  const navigate = useNavigate()
  useEffect(() => {
    if (search === '') return
    void navigate(pathname, {
      replace: true,
      state: Object.fromEntries(new URLSearchParams(search)),
      preventScrollReset: true,
    })
  }, [pathname, search, navigate])
  const source = search === '' ? historyState : Object.fromEntries(new URLSearchParams(search))
  if (source === undefined) return undefined
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = getStateText(source, name)
    if (value !== undefined) values[name] = value
  }
  return values
}
