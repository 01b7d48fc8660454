import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

interface OrderingItemProps {
  id: string
  text: string
  index: number
  count: number
  onMove: (to: number) => void
}

export function OrderingItem({ id, text, index, count, onMove }: OrderingItemProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex min-h-12 items-center gap-2 rounded-control border bg-surface py-1.5 pr-1.5 pl-2 ${isDragging ? 'relative z-10 border-accent shadow-raised' : 'border-border-strong'}`}
    >
      {/* For the mouse and touch; the buttons are for the keyboard. */}
      <span
        aria-hidden="true"
        {...listeners}
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
      >
        <AnyIcon name="grip" size={18} />
      </span>
      <span className="w-5 shrink-0 text-sm font-semibold text-accent-text tabular-nums">{index + 1}</span>
      <span className="min-w-0 flex-1 break-words">{text}</span>
      <MoveButton label={`Move ${text} up`} isUp isDisabled={index === 0} onClick={() => onMove(index - 1)} />
      <MoveButton label={`Move ${text} down`} isDisabled={index === count - 1} onClick={() => onMove(index + 1)} />
    </li>
  )
}

interface MoveButtonProps {
  label: string
  isUp?: boolean
  isDisabled: boolean
  onClick: () => void
}

function MoveButton({ label, isUp = false, isDisabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Stays focusable: the focus must not be lost at the end of the list.
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onClick()}
      className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:opacity-35"
    >
      <Icon name="chevron-down" size={20} className={isUp ? 'rotate-180' : ''} />
    </button>
  )
}
