/** A draft nobody came back to is forgotten. */
const KEPT_MS = 7 * 24 * 3_600_000

export interface Kept<Values> {
  values: Values
  /** Of the save it was written over, or null for something new. */
  version: number | null
  at: number
}

/**
 * What is being written, kept in this browser: it outlives a closed tab, a session that ended and the sign-in after it.
 * Each form of each thing has its own, and so has each admin.
 */
export function draftStore<Values>(userId: number, form: string) {
  const key = `draft:${userId}:${form}`
  return {
    read(): Kept<Values> | null {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept<Values> | null
        return kept && Date.now() - kept.at < KEPT_MS ? kept : null
      } catch {
        return null
      }
    },
    write(values: Values, version: number | null): void {
      try {
        localStorage.setItem(key, JSON.stringify({ values, version, at: Date.now() } satisfies Kept<Values>))
      } catch {
        // Full or forbidden: then it is kept only as long as the page.
      }
    },
    forget(): void {
      localStorage.removeItem(key)
    },
  }
}
