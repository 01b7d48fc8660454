// What a user typed and did not send. It outlives the page and the session, and is removed when the user logs out.
export interface DraftKey {
  form: 'assignment' | 'chat' | 'comment' | 'feedback' | 'profile' | 'review'
  userId: number
  /** The conversation, post, course, lesson or submission that the text belongs to. */
  recordId: number
}

const toStorageKey = ({ form, userId, recordId }: DraftKey) => `${form}-draft:${userId}:${recordId}`

/** Empty without a draft. The text may be longer than the field takes: other scripts can write to the storage. */
export function readDraft(key: DraftKey, maxLength: number): string {
  return (readStorage(() => localStorage.getItem(toStorageKey(key))) ?? '').slice(0, maxLength)
}

/** A blank text removes the draft. */
export function saveDraft(key: DraftKey, text: string): void {
  const storageKey = toStorageKey(key)
  const isBlank = text.trim() === ''
  writeStorage(() => localStorage, storageKey, isBlank ? null : text)
  // The browser tells the other tabs only.
  if (isBlank) window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
}

/** Calls back when a draft is removed, by a form that was left or in another tab. */
export function onDraftRemoved(key: DraftKey, callback: () => void): () => void {
  const storageKey = toStorageKey(key)
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey && event.newValue === null) callback()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Those of the dashboard's forms, the unsent messages of the chat and the unsaved answers of quizzes included. */
export function clearDrafts(userId: number): void {
  const pattern = new RegExp(`^([a-z]+-)?(draft|unsent):${userId}(:|$)`)
  for (const getStorage of [() => localStorage, () => sessionStorage]) {
    const keys = readStorage(() => Object.keys(getStorage())) ?? []
    for (const key of keys) if (pattern.test(key)) writeStorage(getStorage, key, null)
  }
}

/** Null when storage is blocked or holds something else. */
export function readStorage<Value>(getValue: () => Value): Value | null {
  try {
    return getValue()
  } catch {
    return null
  }
}

export function writeStorage(getStorage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) getStorage().removeItem(key)
    else getStorage().setItem(key, value)
  } catch {
    // Storage is blocked or full: the text lasts as long as the page.
  }
}
