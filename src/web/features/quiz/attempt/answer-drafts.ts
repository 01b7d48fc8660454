import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { readStorage, writeStorage } from '#web/data/drafts.ts'

export type Answers = Record<string, QuizAnswer>

// As `clearDrafts` expects it, which removes them at the logout.
const getKey = (userId: number, attemptId: number) => `quiz-draft:${userId}:${attemptId}`

/** Answers of an attempt that the server has not confirmed yet. They survive a reload. */
export function readAnswerDrafts(userId: number, attemptId: number): Answers {
  return readStorage(() => JSON.parse(localStorage.getItem(getKey(userId, attemptId)) ?? '{}') as Answers | null) ?? {}
}

export function writeAnswerDrafts(userId: number, attemptId: number, drafts: Answers): void {
  const isEmpty = Object.keys(drafts).length === 0
  writeStorage(() => localStorage, getKey(userId, attemptId), isEmpty ? null : JSON.stringify(drafts))
}
