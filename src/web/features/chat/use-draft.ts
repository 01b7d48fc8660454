import { useState } from 'react'
import { readDraft, saveDraft } from '#web/data/live/unsent-storage.ts'

/** The text in the message field. It survives another conversation, a reload and the end of the session. */
export function useDraft(userId: number, studentId: number): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(userId, studentId))
  const changeText = (next: string) => {
    setText(next)
    saveDraft(userId, studentId, next)
  }
  return [text, changeText]
}
