import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSignedInUser } from '#web/data/session.ts'
import { setTheme, useTheme } from '#web/theme/theme.ts'
import { useModal } from '#web/ui/dialog/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SEARCH_MAX } from '#web/ui/list/search-text.ts'
import { PaletteList } from './palette-list.tsx'
import type { PaletteItem } from './palette-items.ts'
import { getRecentItems, addRecentItem } from './recent-items.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Goes anywhere in the dashboard by typing: a combobox over panels, actions and what the server finds. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModal()
  const { student_id } = useSignedInUser()
  const [recent] = useState(() => getRecentItems(student_id))
  const [text, setText] = useState('')
  const { groups, isSearching, error } = usePaletteGroups(text, recent)
  const options = groups.flatMap(({ name, items }) =>
    items.map((item) => ({ id: `${id}${name}${item.to ?? ''}`, choice: item })),
  )
  const [highlightedId, setHighlightedId] = useState<string | null>(null)
  const active = options.find((option) => option.id === highlightedId) ?? options[0]
  const selectItem = useSelectItem(onClose)
  useScrollIntoView(active?.id)
  useCloseOnBackdropClick(dialog, onClose)

  const moveHighlight = (offset: number) => {
    const index = options.findIndex((option) => option.id === active?.id)
    setHighlightedId(options[(index + offset + options.length) % options.length]?.id ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an input method's word chooses nothing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveHighlight(1)
    else if (event.key === 'ArrowUp') moveHighlight(-1)
    else if (event.key !== 'Enter') return
    else if (active) selectItem(active.choice)
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Find anything"
      onClose={(event) => event.currentTarget.open || onClose()}
      className="card mx-auto mt-3 mb-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] max-w-160 overflow-hidden rounded-panel p-0 text-text shadow-raised transition duration-150 ease-out open:flex backdrop:bg-black/60 sm:mt-[12vh] sm:max-h-[76vh] starting:-translate-y-1 starting:opacity-0"
    >
      <div className="flex min-h-0 w-full flex-col">
        <div className="flex h-15 shrink-0 items-center gap-3 border-b border-border pr-2 pl-5 focus-within:border-accent">
          <Icon name="search" className="text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label="Find anything"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={active?.id}
            aria-autocomplete="list"
            data-first-focus
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={SEARCH_MAX}
            placeholder="Courses, people, posts, panels"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setHighlightedId(null)
            }}
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
        <PaletteList
          id={`${id}list`}
          getOptionId={(name, item) => `${id}${name}${item.to ?? ''}`}
          groups={groups}
          activeId={active?.id}
          onHighlight={setHighlightedId}
          onSelect={selectItem}
        />
        <p
          role="status"
          className={`px-5 py-3 text-sm ${error ? 'text-danger' : 'text-muted'} ${isSearching || error || options.length === 0 ? '' : 'sr-only'}`}
        >
          {isSearching
            ? 'Searching …'
            : (error?.message ?? (options.length === 0 ? 'Nothing found' : text.trim() && `${options.length} found`))}
        </p>
        <p
          aria-hidden="true"
          className="hidden shrink-0 gap-5 border-t border-border px-5 py-2.5 text-xs text-muted sm:flex"
        >
          <span>↑ ↓ to choose</span>
          <span>Enter to go there</span>
          <span>Esc to close</span>
        </p>
      </div>
    </dialog>
  )
}

function useSelectItem(onClose: () => void) {
  const { student_id } = useSignedInUser()
  const navigate = useNavigate()
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark'
  return (item: PaletteItem) => {
    addRecentItem(student_id, item)
    onClose()
    if (item.to === undefined) setTheme(otherTheme)
    else void navigate(item.to)
  }
}

/** The arrow keys take the list along. */
function useScrollIntoView(optionId: string | undefined): void {
  useEffect(() => {
    if (optionId !== undefined) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
}

/** A click beside it closes it, for those who see where that is. */
function useCloseOnBackdropClick(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const onClick = useEffectEvent((target: EventTarget | null) => {
    // Everything in it is on a part of its own.
    if (target === dialog.current) onClose()
  })
  useEffect(() => {
    const element = dialog.current
    const listen = ({ target }: MouseEvent) => onClick(target)
    element?.addEventListener('click', listen)
    return () => element?.removeEventListener('click', listen)
  }, [dialog])
}
