import { uploadPath } from '#contract/paths.ts'
import type { ShownQuestion } from '#contract/schemas/quizzes.ts'
import { formatPoints } from '../score.ts'

interface QuestionTextProps {
  id?: string
  number: number
  question: ShownQuestion
}

export function QuestionText({ id, number, question: { text, image_url, points } }: QuestionTextProps) {
  return (
    <>
      <p className="text-sm text-muted">
        Question {number} · {formatPoints(points)} {points === 1 ? 'point' : 'points'}
      </p>
      <h3 id={id} className="mt-1 font-sans text-xl font-semibold whitespace-pre-line">
        {text}
      </h3>
      {image_url && (
        <img
          src={uploadPath(image_url)}
          alt=""
          className="mt-4 max-h-96 max-w-full rounded-card border border-border"
        />
      )}
    </>
  )
}
