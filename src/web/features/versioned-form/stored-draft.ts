import { DRAFT_DAYS } from '#contract/limits.ts'

const DRAFT_MAX_AGE_MS = DRAFT_DAYS * 24 * 3_600_000

export interface StoredDraft<Values> {
  values: Values
  /** The version the changes were based on, or null for a new record. */
  version: number | null
  at: number
}

/** Unsaved values in localStorage, one entry per admin, form and record. They survive a closed tab and a session that ended by itself. */
export function createDraftStore<Values>(userId: number, form: string) {
  // As `clearDrafts` expects it, which removes them at the logout.
  const getKey = (recordId: number | null) => `draft:${userId}:${form}${recordId === null ? '' : `:${recordId}`}`
  return {
    /** Removes a draft that is too old. */
    read(recordId: number | null): StoredDraft<Values> | null {
      try {
        const draft = parse(localStorage.getItem(getKey(recordId)) ?? 'null') as StoredDraft<Values> | null
        if (draft && Date.now() - draft.at < DRAFT_MAX_AGE_MS) return draft
        localStorage.removeItem(getKey(recordId))
        return null
      } catch {
        return null
      }
    },
    /** Returns false when the storage is full or blocked: the changes then live only as long as the page. */
    write(recordId: number | null, values: Values, version: number | null): boolean {
      try {
        const draft: StoredDraft<Values> = { values, version, at: Date.now() }
        localStorage.setItem(getKey(recordId), stringify(draft))
        return true
      } catch {
        return false
      }
    },
    remove(recordId: number | null): void {
      localStorage.removeItem(getKey(recordId))
    },
  }
}

/** A number field that was emptied. No text that is typed looks like it in JSON. */
const NOT_A_NUMBER = { number: 'NaN' }

/** JSON that keeps NaN, which would become null. */
export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? NOT_A_NUMBER : one))

const parse = (json: string): unknown => JSON.parse(json, (_, one: unknown) => (isNotANumber(one) ? Number.NaN : one))

const isNotANumber = (value: unknown) =>
  typeof value === 'object' && value !== null && 'number' in value && value.number === NOT_A_NUMBER.number
