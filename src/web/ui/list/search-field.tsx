import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { isComposing } from '#web/ui/form/is-composing.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

export interface Suggestion {
  id: number
  text: string
  to: string
}

interface SearchFieldProps {
  label: string
  placeholder: string
  className: string
  text: string
  onChange: (text: string) => void
  /** What the search has found so far. Shown while one types. */
  suggestions?: readonly Suggestion[]
}

const NONE: readonly Suggestion[] = []

/**
 * The search box of a list. With suggestions the arrow keys choose one, Enter opens it, Escape closes the list and keeps
 * the text. It stays a search box for screen readers, which announce the active suggestion.
 */
export function SearchField({ label, placeholder, className, text, onChange, suggestions = NONE }: SearchFieldProps) {
  const listId = useId()
  const { isOpen, active, choose, handleKey, setTyping, setActive } = useSuggestions(text, suggestions)
  const getOptionId = (index: number) => `${listId}-${index}`
  return (
    <div className="relative">
      <Icon name="search" size={18} className="pointer-events-none absolute top-3.25 left-3.5 text-muted" />
      <input
        type="search"
        dir="auto"
        name="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LIMITS.search}
        value={text}
        onChange={(event) => {
          setTyping(true)
          onChange(event.target.value)
        }}
        onKeyDown={handleKey}
        onBlur={() => setTyping(false)}
        {...(suggestions !== NONE && { 'aria-autocomplete': 'list' as const })}
        {...(isOpen && { 'aria-controls': listId })}
        {...(isOpen && active >= 0 && { 'aria-activedescendant': getOptionId(active) })}
        className={`${className} pr-2 pl-10 placeholder:text-sm placeholder:text-muted`}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className="card absolute inset-x-0 top-full max-sm:w-[calc(100vw-2rem)] z-30 mt-1.5 overflow-hidden py-1.5 shadow-raised"
        >
          {suggestions.map((suggestion, index) => (
            // The keyboard stays in the search box.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={suggestion.id}
              id={getOptionId(index)}
              role="option"
              dir="auto"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(suggestion)}
              className={`cursor-pointer px-3.5 py-2.5 text-sm ${index === active ? 'bg-raised text-text' : 'text-muted'}`}
            >
              {suggestion.text}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function useSuggestions(text: string, suggestions: readonly Suggestion[]) {
  const navigate = useNavigate()
  const [isTyping, setTyping] = useState(false)
  const [activeId, setActiveId] = useState<number | null>(null)
  const isOpen = isTyping && text.trim() !== '' && suggestions.length > 0
  // By its id, because the list changes while one types.
  const active = suggestions.findIndex(({ id }) => id === activeId)
  const setActive = (index: number) => setActiveId(suggestions[index]?.id ?? null)
  const choose = ({ to }: Suggestion) => {
    setTyping(false)
    void navigate(to)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const chosen = suggestions[active]
    if (event.key === 'Enter') {
      if (isOpen && chosen) {
        event.preventDefault()
        choose(chosen)
      } else setTyping(false)
    }
    if (!isOpen) return
    // Otherwise browsers clear the box.
    if (event.key === 'Escape') setTyping(false)
    else if (event.key === 'ArrowDown') setActive(active + 1)
    else if (event.key === 'ArrowUp') setActive(active === -1 ? suggestions.length - 1 : active - 1)
    else return
    event.preventDefault()
  }
  const setTypingAfresh = (value: boolean) => {
    setTyping(value)
    setActiveId(null)
  }
  return { isOpen, active, choose, handleKey, setTyping: setTypingAfresh, setActive }
}
