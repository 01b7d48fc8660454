/** Delayed, so that a message read on arrival never flashes a count. */
const DELAYED_ENTRY = 'transition delay-500 duration-150 ease-out starting:scale-75 starting:opacity-0'

interface UnreadBadgeProps {
  count: number
  /** More unread messages may exist than were counted. */
  isAtLeast?: boolean
  className?: string
}

export function UnreadBadge({ count, isAtLeast = false, className = '' }: UnreadBadgeProps) {
  if (count === 0) return null
  const text = count > 99 ? '99+' : `${count}${isAtLeast ? '+' : ''}`
  return (
    <span
      className={`grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-xs leading-none font-semibold text-on-accent tabular-nums ${DELAYED_ENTRY} ${className}`}
    >
      {text}
      <span className="sr-only"> unread</span>
    </span>
  )
}
