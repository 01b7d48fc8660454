/** A draft nobody came back to is forgotten. */
const DRAFT_MAX_AGE_MS = 7 * 24 * 3_600_000

export interface StoredDraft<Values> {
  values: Values
  /** Of the save it was written over, or null for something new. */
  version: number | null
  at: number
}

/**
 * What is being written, kept in this browser: it outlives a closed tab, a session that ended and the sign-in after it.
 * Each form of each thing has its own, and so has each admin.
 */
export function createDraftStore<Values>(userId: number, form: string) {
  const key = `draft:${userId}:${form}`
  return {
    read(): StoredDraft<Values> | null {
      try {
        const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null
        return draft && Date.now() - draft.at < DRAFT_MAX_AGE_MS ? draft : null
      } catch {
        return null
      }
    },
    write(values: Values, version: number | null): void {
      try {
        localStorage.setItem(key, JSON.stringify({ values, version, at: Date.now() } satisfies StoredDraft<Values>))
      } catch {
        // Full or forbidden: then it is kept only as long as the page.
      }
    },
    remove(): void {
      localStorage.removeItem(key)
    },
  }
}
