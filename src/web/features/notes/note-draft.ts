export interface NoteDraft {
  seconds: number
  text: string
}

const getKey = (userId: number, lessonId: number) => `note:${userId}:${lessonId}`

/** What a student has begun to write, kept in local storage until the server has it. */
export function readNoteDraft(userId: number, lessonId: number): NoteDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(getKey(userId, lessonId)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

const isDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'seconds' in value &&
  typeof value.seconds === 'number'

export function writeNoteDraft(userId: number, lessonId: number, draft: NoteDraft | null): void {
  try {
    if (draft === null || draft.text.trim() === '') localStorage.removeItem(getKey(userId, lessonId))
    else localStorage.setItem(getKey(userId, lessonId), JSON.stringify(draft))
  } catch {
    // Storage is full or blocked: the draft lives only as long as the page.
  }
}
