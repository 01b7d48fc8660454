import type { ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'

interface AnswerListProps<Item> {
  legend: string
  /** What each text field is. */
  noun?: string
  items: readonly Item[]
  getKey: (item: Item, place: number) => string
  newItem: () => Item
  onChange: (items: Item[]) => void
  toText: (item: Item) => string
  onText: (item: Item, text: string) => Item
  /** Of pairs: the right side. */
  toMatch?: (item: Item) => string
  onMatch?: (item: Item, text: string) => Item
  /** Marks the correct ones. */
  renderMark?: (item: Item, place: number) => ReactNode
  /** The order matters, so that it can be changed. */
  isOrdered?: boolean
  min?: number
}

/** Answers as a list of text fields. */
export function AnswerList<Item>(props: AnswerListProps<Item>) {
  const { legend, noun = 'Answer', items, getKey, newItem, onChange, renderMark, isOrdered, min = 2 } = props
  const moveUp = (place: number) => {
    const item = items[place]
    if (item !== undefined) onChange(items.toSpliced(place, 1).toSpliced(place - 1, 0, item))
  }
  return (
    <fieldset tabIndex={-1} className="space-y-2 outline-offset-8">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {items.map((item, place) => (
        <div key={getKey(item, place)} className="flex items-center gap-2">
          {isOrdered && <span className="w-5 text-center text-sm text-muted tabular-nums">{place + 1}</span>}
          {renderMark?.(item, place)}
          <AnswerInputs {...props} item={item} place={place} noun={noun} />
          {isOrdered && (
            <IconButton
              icon="sort"
              label={`Move answer ${place + 1} up`}
              isDisabled={place === 0}
              onClick={() => moveUp(place)}
            />
          )}
          <IconButton
            icon="trash"
            label={`Remove answer ${place + 1}`}
            isDisabled={items.length <= min}
            onClick={() => onChange(items.toSpliced(place, 1))}
          />
        </div>
      ))}
      <Button
        variant="quiet"
        size="sm"
        disabled={items.length >= LIMITS.options}
        onClick={() => onChange([...items, newItem()])}
      >
        <AnyIcon name="plus" size={17} />
        {props.onMatch ? 'Add a pair' : 'Add an answer'}
      </Button>
    </fieldset>
  )
}

const INPUT_CLASS =
  'h-10 w-full min-w-0 rounded-control border border-border-strong bg-bg px-3 text-base transition duration-150 hover:border-muted light:bg-surface'

function AnswerInputs<Item>({
  item,
  place,
  noun,
  items,
  onChange,
  toText,
  onText,
  toMatch,
  onMatch,
}: AnswerListProps<Item> & { item: Item; place: number }) {
  const replace = (changed: Item) => onChange(items.with(place, changed))
  return (
    <div className={`grid min-w-0 flex-1 gap-2 ${onMatch ? '@md:grid-cols-2' : ''}`}>
      <input
        aria-label={`${noun} ${place + 1}`}
        autoComplete="off"
        maxLength={LIMITS.option}
        value={toText(item)}
        onChange={({ target }) => replace(onText(item, target.value))}
        className={INPUT_CLASS}
      />
      {toMatch && onMatch && (
        <input
          aria-label={`Right side ${place + 1}`}
          autoComplete="off"
          maxLength={LIMITS.option}
          value={toMatch(item)}
          onChange={({ target }) => replace(onMatch(item, target.value))}
          className={INPUT_CLASS}
        />
      )}
    </div>
  )
}

interface IconButtonProps {
  icon: 'sort' | 'trash'
  label: string
  isDisabled: boolean
  onClick: () => void
}

function IconButton({ icon, label, isDisabled, onClick }: IconButtonProps) {
  const button = useFocusOnUnmount<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      title={label}
      // Stays focusable: the focus must not be lost when an answer arrives at the top.
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onClick()}
      className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:opacity-40"
    >
      <AnyIcon name={icon} size={17} />
    </button>
  )
}
