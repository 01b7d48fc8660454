import { readStorage, writeStorage } from '#web/data/drafts.ts'

export interface NoteDraft {
  seconds: number
  text: string
}

// As `clearDrafts` expects it, which removes them at the logout.
const getKey = (userId: number, lessonId: number) => `note-draft:${userId}:${lessonId}`

/** What a student has begun to write, kept in local storage until the server has it. */
export function readNoteDraft(userId: number, lessonId: number): NoteDraft | null {
  const draft: unknown = readStorage(() => JSON.parse(localStorage.getItem(getKey(userId, lessonId)) ?? 'null'))
  return isDraft(draft) ? draft : null
}

const isDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'seconds' in value &&
  typeof value.seconds === 'number'

export function writeNoteDraft(userId: number, lessonId: number, draft: NoteDraft | null): void {
  const isEmpty = draft === null || draft.text.trim() === ''
  writeStorage(() => localStorage, getKey(userId, lessonId), isEmpty ? null : JSON.stringify(draft))
}
