import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

/** A pause in typing after which the address, and with it the list, follows. */
const TYPING_PAUSE_MS = 250

/** Search by name and the select; both live in the address (`?search=`, `?type=`). */
export function CourseFilters({ choices }: { choices: readonly string[] }) {
  const [params, setParams] = useSearchParams()
  const set = (name: 'search' | 'type', value: string, options?: { replace: boolean }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        // Another list starts at its first page.
        next.delete('page')
        return next
      },
      { preventScrollReset: true, ...options },
    )
  return (
    <search className="grid grid-cols-[1fr_auto] gap-2.5 sm:max-w-xl">
      <SearchBox key={params.get('search') === null ? 'empty' : 'search'} value={params.get('search') ?? ''} onSearch={(text) => set('search', text, { replace: true })} />
      <div className="relative">
        <select
          aria-label="Show"
          value={choices.includes(params.get('type') ?? '') ? (params.get('type') ?? '') : ''}
          onChange={(event) => set('type', event.target.value)}
          className="h-11 appearance-none rounded-control border border-border-strong bg-surface pr-9 pl-3.5 text-sm"
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice || 'Select Value'}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3 text-muted" />
      </div>
    </search>
  )
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  useAfterPause(text, value, onSearch)
  return (
    <div className="relative min-w-0">
      <Icon name="search" size={18} className="pointer-events-none absolute top-3.25 left-3.5 text-muted" />
      <input
        type="search"
        aria-label="Search by name"
        placeholder="Search by name"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-control border border-border-strong bg-surface pr-3 pl-10 text-sm placeholder:text-muted"
      />
    </div>
  )
}

/** Tells of a text once its writer pauses, and only if it is news. */
function useAfterPause(text: string, known: string, tell: (text: string) => void): void {
  useEffect(() => {
    if (text.trim() === known) return
    const pause = setTimeout(() => tell(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text, known, tell])
}
