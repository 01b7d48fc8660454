const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "3 d 4 h", "4 h 12 min" or "12 min". */
export function formatDuration(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor(ms / HOUR_MS) % 24
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS) % 60)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}
