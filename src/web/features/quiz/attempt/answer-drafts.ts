import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'

export type Answers = Record<string, QuizAnswer>

const getKey = (attemptId: number) => `quiz-answers:${attemptId}`

/** Answers of an attempt that the server has not confirmed yet. They survive a reload. */
export function readAnswerDrafts(attemptId: number): Answers {
  try {
    return (JSON.parse(localStorage.getItem(getKey(attemptId)) ?? '{}') ?? {}) as Answers
  } catch {
    return {}
  }
}

export function writeAnswerDrafts(attemptId: number, drafts: Answers): void {
  try {
    if (Object.keys(drafts).length === 0) localStorage.removeItem(getKey(attemptId))
    else localStorage.setItem(getKey(attemptId), JSON.stringify(drafts))
  } catch {
    // Storage is full or blocked: unsaved answers live only as long as the page.
  }
}
