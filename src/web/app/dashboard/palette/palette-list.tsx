import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import type { PaletteItem, PaletteGroup } from './palette-items.ts'

interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  getOptionId: (group: string, item: PaletteItem) => string
  activeId: string | undefined
  onHighlight: (optionId: string) => void
  onSelect: (item: PaletteItem) => void
}

/** The focus stays in the combobox, which names the active option. */
export function PaletteList({ id, groups, getOptionId, activeId, onHighlight, onSelect }: PaletteListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${id}${name}`} className="not-first:mt-2">
          <div id={`${id}${name}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
            {name}
          </div>
          {items.map((item) => (
            <Option
              key={item.to ?? ''}
              id={getOptionId(name, item)}
              item={item}
              isActive={getOptionId(name, item) === activeId}
              onHighlight={onHighlight}
              onSelect={onSelect}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Pick<PaletteListProps, 'onHighlight' | 'onSelect'> {
  id: string
  item: PaletteItem
  isActive: boolean
}

function Option({ id, item, isActive, onHighlight, onSelect }: OptionProps) {
  const { label, note, icon, imageUrl } = item
  return (
    // The combobox handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // Not onPointerEnter: a list that scrolls under a resting pointer must not change the active option.
      onPointerMove={() => isActive || onHighlight(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSelect(item)}
      className="flex min-h-11 cursor-pointer sm:min-h-10 items-center gap-3 rounded-control px-3 text-sm aria-selected:bg-[var(--accent-wash)]"
    >
      <span className={`grid w-6 shrink-0 place-items-center ${isActive ? 'text-accent-text' : 'text-muted'}`}>
        {imageUrl === undefined ? <AnyIcon name={icon} size={19} /> : <Avatar imageUrl={imageUrl} size={24} />}
      </span>
      <span className="min-w-0 truncate">{label}</span>
      {note !== undefined && <span className="ml-auto min-w-0 truncate text-xs text-muted max-sm:hidden">{note}</span>}
      {isActive && (
        <AnyIcon
          name="arrow-right"
          size={16}
          className={`text-accent-text ${note === undefined ? 'ml-auto' : 'max-sm:ml-auto'}`}
        />
      )}
    </div>
  )
}
