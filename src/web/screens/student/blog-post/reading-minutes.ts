const WORDS_PER_MINUTE = 220

/** How long the text of a post takes to read, in whole minutes, at least one. */
export function getReadingMinutes(html: string): number {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}
