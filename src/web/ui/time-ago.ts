const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was, in its largest whole unit: "3 hours ago". Clocks differ: what is to come is just now. */
export function timeAgo(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1_000
  const step = STEPS.find(([, length]) => seconds >= length)
  if (!step) return 'just now'
  const [unit, length] = step
  return AGO.format(-Math.floor(seconds / length), unit)
}
