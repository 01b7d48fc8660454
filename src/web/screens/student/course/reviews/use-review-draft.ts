import { LIMITS } from '#contract/limits.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'

export interface ReviewDraft {
  text: string
  /** Null while no rating was chosen. */
  stars: number | null
}

/** What the student has written about a course and not sent, or null. Stored as the stars, a space and the text. */
export function useReviewDraft(courseId: number): [ReviewDraft | null, (draft: ReviewDraft | null) => void] {
  const { student_id } = useSignedInUser()
  const key = { form: 'review', userId: student_id, recordId: courseId } as const
  const [stored, setStored] = useDraft(key, '0 '.length + LIMITS.review)
  const [, stars, text] = /^([0-5]) (.*)$/s.exec(stored) ?? []
  return [
    text === undefined ? null : { text, stars: Number(stars) || null },
    (draft) =>
      setStored(!draft || (draft.stars === null && draft.text === '') ? '' : `${draft.stars ?? 0} ${draft.text}`),
  ]
}
