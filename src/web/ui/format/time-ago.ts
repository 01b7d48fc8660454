const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** "3 hours ago", in the largest whole unit. Clocks differ, so a time in the future is "just now". */
export function formatTimeAgo(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1_000
  const match = UNITS.find(([, length]) => seconds >= length)
  if (!match) return 'just now'
  const [unit, length] = match
  return RELATIVE_TIME.format(-Math.floor(seconds / length), unit)
}
