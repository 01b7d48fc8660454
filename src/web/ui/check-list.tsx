import { Icon } from './icon.tsx'

interface CheckListProps {
  items: readonly string[]
  className: string
  /** The check marks' color. */
  iconClassName: string
}

/** A list with a check mark before each item. */
export function CheckList({ items, className, iconClassName }: CheckListProps) {
  return (
    <ul className={`text-sm ${className}`}>
      {items.map((item) => (
        <li key={item} className="flex items-center gap-2">
          <Icon name="check" size={16} className={iconClassName} />
          {item}
        </li>
      ))}
    </ul>
  )
}
