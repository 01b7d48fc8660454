import type { KeyboardEvent } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { LIMITS } from '#contract/limits.ts'

interface PaletteFieldProps {
  listId: string
  activeId: string | undefined
  text: string
  onTextChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

export function PaletteField({ listId, activeId, text, onTextChange, onKeyDown, onClose }: PaletteFieldProps) {
  return (
    <div className="flex h-15 shrink-0 items-center gap-3 border-b border-border pr-2 pl-5 focus-within:border-accent">
      <Icon name="search" className="text-muted" />
      <input
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        data-first-focus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={LIMITS.search}
        placeholder="Search courses, users, posts and pages"
        value={text}
        onChange={({ target }) => onTextChange(target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
      />
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="grid size-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
