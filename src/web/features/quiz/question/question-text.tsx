import type { Ref } from 'react'
import { uploadPath } from '#contract/paths.ts'
import type { ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { formatPoints } from '../score.ts'

export interface QuestionTextProps {
  id?: string
  headingRef?: Ref<HTMLHeadingElement>
  number: number
  question: ShownQuestion
}

export function QuestionText({ id, headingRef, number, question: { text, image_url, points } }: QuestionTextProps) {
  return (
    <>
      <p className="text-sm text-muted">
        Question {number}
        <span aria-hidden="true"> · </span>
        <span className="sr-only">, </span>
        {formatPoints(points)} {points === 1 ? 'point' : 'points'}
      </p>
      <h3
        id={id}
        ref={headingRef}
        tabIndex={-1}
        className="mt-1.5 text-xl leading-snug font-semibold break-words whitespace-pre-line outline-none sm:text-2xl"
      >
        {text}
      </h3>
      {image_url && (
        <img
          src={uploadPath(image_url)}
          alt={`For question ${number}`}
          className="mt-5 max-h-96 max-w-full rounded-card border border-border"
        />
      )}
    </>
  )
}
