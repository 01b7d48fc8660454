/** Parses `4:05` or `1:02:03` into seconds. Empty text is null, other text NaN. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const parts = /^(?:(\d{1,3}):)?(\d{1,4}):([0-5]\d)$/.exec(trimmed)
  if (!parts) return Number.NaN
  const [, hours, minutes, seconds] = parts
  if (hours !== undefined && Number(minutes) > 59) return Number.NaN
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}
