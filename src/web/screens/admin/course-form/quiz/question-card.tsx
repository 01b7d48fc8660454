import { useId, useRef, useState } from 'react'
import { QUESTION_KINDS, type QuestionKind } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { findFirstError } from '../values/get-form-problems.ts'
import { newQuestion, QUESTION_LABELS } from './new-question.ts'
import { NumberField } from './number-field.tsx'
import { QuestionAnswers } from './question-answers.tsx'
import { QuestionPicture } from './question-picture.tsx'

interface QuestionCardProps {
  /** The path of its fields. */
  name: string
  question: QuizQuestion
  place: number
  count: number
  pools: readonly string[]
  /** By field. */
  errors: object | undefined
  isOpen: boolean
  onToggle: () => void
  onChange: (question: QuizQuestion) => void
  /** May come late, after other changes. */
  onPicture: (imageUrl: string) => void
  onUpload: (upload: Promise<unknown>) => void
  onMove: (offset: number) => void
  onRemove: () => void
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, place, errors, isOpen, onToggle, onUpload } = props
  const fieldsId = useId()
  /** Once a picture uploads, closing hides the fields: without them a failure would not be shown. */
  const [isKept, setKept] = useState(false)
  const keepAndUpload: typeof onUpload = (upload) => {
    setKept(true)
    onUpload(upload)
  }
  return (
    <li className={`rounded-card border ${findFirstError(errors) ? 'border-danger' : 'border-border'}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? fieldsId : undefined}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-2 text-left"
      >
        <span className="w-5 shrink-0 text-center text-sm text-muted tabular-nums">{place + 1}</span>
        <span className="min-w-0 flex-1">
          <span className={`line-clamp-1 text-sm font-medium ${question.text ? '' : 'text-muted'}`}>
            {question.text || 'New question'}
          </span>
          <span className="block text-xs text-muted">
            {QUESTION_LABELS[question.kind]}, {formatCount(question.points || 0, 'point')}
            {question.pool && `, ${question.pool}`}
          </span>
        </span>
        <AnyIcon
          name="chevron-down"
          size={18}
          className={`text-muted transition duration-200 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {(isOpen || isKept) && (
        <div
          id={fieldsId}
          hidden={!isOpen}
          role="group"
          aria-label={`Question ${place + 1}`}
          className="space-y-4 border-t border-border p-3 sm:p-4"
        >
          <QuestionFields {...props} onUpload={keepAndUpload} />
        </div>
      )}
    </li>
  )
}

function QuestionFields(props: QuestionCardProps) {
  const { name, question, errors, onChange, onPicture, onUpload } = props
  const change = (changes: object) => onChange({ ...question, ...changes })
  const getError = (field: string) =>
    errors && field in errors ? findFirstError((errors as Record<string, unknown>)[field])?.message : undefined
  const answersError = ['options', 'correct', 'accepted', 'pairs', 'tolerance'].map(getError).find(Boolean)
  return (
    <>
      <TextArea
        label="Question"
        name={`${name}.text`}
        error={getError('text')}
        value={question.text}
        onChange={(text) => change({ text })}
      />
      <div data-field={`${name}.answers`}>
        <QuestionAnswers question={question} onChange={onChange} />
        <p aria-live="polite" className="text-xs text-danger not-empty:mt-2">
          {answersError}
        </p>
      </div>
      <QuestionPicture imageUrl={question.image_url} onChange={onPicture} onUpload={onUpload} />
      <TextArea
        label="Explanation"
        hint="Optional. Shown with the correct answer."
        name={`${name}.explanation`}
        error={getError('explanation')}
        value={question.explanation}
        onChange={(explanation) => change({ explanation })}
      />
      <GradingFields {...props} pointsError={getError('points')} />
      <QuestionButtons {...props} />
    </>
  )
}

function GradingFields({
  name,
  question,
  pools,
  onChange,
  pointsError,
}: QuestionCardProps & { pointsError: string | undefined }) {
  const earlier = useRef<QuizQuestion[]>([])
  const selectKind = (kind: QuestionKind) => {
    earlier.current = [question, ...earlier.current.filter((one) => one.kind !== question.kind)]
    onChange(newQuestion(kind, earlier.current))
  }
  return (
    <div className="grid items-start gap-4 @md:grid-cols-3">
      <SelectField
        label="Kind"
        value={question.kind}
        onChange={({ target }) => selectKind(QUESTION_KINDS.find((kind) => kind === target.value) ?? 'single')}
      >
        {QUESTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {QUESTION_LABELS[kind]}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="Points"
        name={`${name}.points`}
        error={pointsError}
        value={question.points}
        onChange={(points) => onChange({ ...question, points: points ?? Number.NaN })}
      />
      {pools.length > 0 && (
        <SelectField
          label="Pool"
          value={question.pool}
          onChange={({ target }) => onChange({ ...question, pool: target.value })}
        >
          <option value="">None: always asked</option>
          {pools.filter(Boolean).map((pool) => (
            <option key={pool}>{pool}</option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function QuestionButtons({ question, place, count, onMove, onRemove }: QuestionCardProps) {
  const buttons = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={buttons} className="flex flex-wrap items-center gap-2 border-t border-border pt-3">
      <Button
        variant="secondary"
        size="sm"
        id={`up-${question.id}`}
        aria-disabled={place === 0}
        onClick={() => onMove(-1)}
      >
        Move up
      </Button>
      <Button
        variant="secondary"
        size="sm"
        id={`down-${question.id}`}
        aria-disabled={place === count - 1}
        onClick={() => onMove(1)}
      >
        Move down
      </Button>
      <Button variant="quiet" size="sm" onClick={onRemove} className="ml-auto hover:text-danger">
        <AnyIcon name="trash" size={17} />
        Remove question
      </Button>
    </div>
  )
}

interface TextAreaProps {
  label: string
  name: string
  hint?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function TextArea({ label, name, hint, error, value, onChange }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ className, ...controlProps }) => (
        <textarea
          {...controlProps}
          name={name}
          rows={2}
          maxLength={LIMITS.question}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={`${className} block max-h-60 min-h-11 resize-y py-2 [field-sizing:content]`}
        />
      )}
    </Field>
  )
}
