import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSignedInUser } from '#web/data/session.ts'
import { setTheme, useTheme } from '#web/theme/theme.ts'
import { useModal } from '#web/ui/dialog/dialog.tsx'
import { isComposing } from '#web/ui/form/is-composing.ts'
import { PaletteField } from './palette-field.tsx'
import type { PaletteItem } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import { PaletteStatus } from './palette-status.tsx'
import { addRecentItem, getRecentItems } from './recent-items.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Command palette: a combobox over pages, actions and search results. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModal()
  const { student_id } = useSignedInUser()
  const [recent] = useState(() => getRecentItems(student_id))
  const [text, setText] = useState('')
  const { searchText, groups, selectableGroups, isSearching, error } = usePaletteGroups(text, recent)
  const getOptionId = (groupName: string, item: PaletteItem) => `${id}${groupName}${item.to ?? ''}`
  const options = selectableGroups.flatMap(({ name, items }) =>
    items.map((item) => ({ id: getOptionId(name, item), item })),
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
    // This Enter confirms the word of an input method.
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') moveHighlight(1)
    else if (event.key === 'ArrowUp') moveHighlight(-1)
    else if (event.key !== 'Enter') return
    else if (active) selectItem(active.item)
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
        <PaletteField
          listId={`${id}list`}
          activeId={active?.id}
          text={text}
          onTextChange={(next) => {
            setText(next)
            setHighlightedId(null)
          }}
          onKeyDown={onKeyDown}
          onClose={onClose}
        />
        <PaletteList
          id={`${id}list`}
          getOptionId={getOptionId}
          groups={groups}
          activeId={active?.id}
          onHighlight={setHighlightedId}
          onSelect={selectItem}
        />
        <PaletteStatus searchText={searchText} isSearching={isSearching} error={error} resultCount={options.length} />
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

function useScrollIntoView(optionId: string | undefined): void {
  useEffect(() => {
    if (optionId !== undefined) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
}

function useCloseOnBackdropClick(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const onClick = useEffectEvent((target: EventTarget | null) => {
    // A click on the backdrop has the dialog itself as its target; the content fills the rest.
    if (target === dialog.current) onClose()
  })
  useEffect(() => {
    const element = dialog.current
    const listen = ({ target }: MouseEvent) => onClick(target)
    element?.addEventListener('click', listen)
    return () => element?.removeEventListener('click', listen)
  }, [dialog])
}
