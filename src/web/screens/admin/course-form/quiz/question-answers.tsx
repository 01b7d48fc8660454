import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { AnswerList } from './answer-list.tsx'
import { newOption, newPair } from './new-question.ts'
import { NumberField } from './number-field.tsx'

type Question<Kind extends QuizQuestion['kind']> = Extract<QuizQuestion, { kind: Kind }>

interface AnswersProps<Kind extends QuizQuestion['kind'] = QuizQuestion['kind']> {
  question: Question<Kind>
  onChange: (question: QuizQuestion) => void
}

/** The answers of a question, and which are correct. */
export function QuestionAnswers({ question, onChange }: AnswersProps) {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return <Choices question={question} onChange={onChange} />
    case 'true_false':
      return <TrueOrFalse question={question} onChange={onChange} />
    case 'short_text':
      return <AcceptedTexts question={question} onChange={onChange} />
    case 'number':
      return (
        <div className="grid items-start gap-4 @md:grid-cols-2">
          <NumberField
            label="Correct answer"
            value={question.correct}
            onChange={(correct) => onChange({ ...question, correct: correct ?? Number.NaN })}
          />
          <NumberField
            label="Tolerance"
            hint="Accepted above and below"
            value={question.tolerance}
            onChange={(tolerance) => onChange({ ...question, tolerance: tolerance ?? 0 })}
          />
        </div>
      )
    case 'ordering':
      return (
        <AnswerList
          legend="Answers, in the correct order"
          items={question.options}
          getKey={({ id }) => id}
          newItem={newOption}
          onChange={(options) => onChange({ ...question, options })}
          toText={({ text }) => text}
          onText={(option, text) => ({ ...option, text })}
          isOrdered
        />
      )
    case 'matching':
      return <Pairs question={question} onChange={onChange} />
  }
}

function Choices({ question, onChange }: AnswersProps<'single' | 'multiple'>) {
  const isCorrect = (id: string) =>
    question.kind === 'single' ? question.correct === id : question.correct.includes(id)
  const toggle = (id: string) => {
    if (question.kind === 'single') onChange({ ...question, correct: id })
    else
      onChange({
        ...question,
        correct: isCorrect(id) ? question.correct.filter((one) => one !== id) : [...question.correct, id],
      })
  }
  const changeOptions = (options: typeof question.options) => {
    const ids = new Set(options.map(({ id }) => id))
    if (question.kind === 'single')
      onChange({ ...question, options, correct: ids.has(question.correct) ? question.correct : '' })
    else onChange({ ...question, options, correct: question.correct.filter((id) => ids.has(id)) })
  }
  return (
    <AnswerList
      legend={question.kind === 'single' ? 'Answers. Select the correct one.' : 'Answers. Select all correct ones.'}
      items={question.options}
      getKey={({ id }) => id}
      newItem={newOption}
      onChange={changeOptions}
      toText={({ text }) => text}
      onText={(option, text) => ({ ...option, text })}
      renderMark={({ id }, place) => (
        <input
          type={question.kind === 'single' ? 'radio' : 'checkbox'}
          name={`correct-${question.id}`}
          aria-label={`Answer ${place + 1} is correct`}
          checked={isCorrect(id)}
          onChange={() => toggle(id)}
          className="size-5 shrink-0 accent-[var(--accent)]"
        />
      )}
    />
  )
}

function TrueOrFalse({ question, onChange }: AnswersProps<'true_false'>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Correct answer</legend>
      <div className="flex gap-6">
        {[true, false].map((value) => (
          <label key={String(value)} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={`correct-${question.id}`}
              checked={question.correct === value}
              onChange={() => onChange({ ...question, correct: value })}
              className="size-5 accent-[var(--accent)]"
            />
            {value ? 'True' : 'False'}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function AcceptedTexts({ question, onChange }: AnswersProps<'short_text'>) {
  return (
    <div className="space-y-3">
      <AnswerList
        legend="Accepted answers"
        items={question.accepted}
        getKey={(_text, place) => String(place)}
        newItem={() => ''}
        onChange={(accepted) => onChange({ ...question, accepted })}
        toText={(text) => text}
        onText={(_before, text) => text}
        min={1}
      />
      <Switch
        label="Case sensitive"
        checked={question.case_sensitive}
        onChange={(case_sensitive) => onChange({ ...question, case_sensitive })}
      />
    </div>
  )
}

function Pairs({ question, onChange }: AnswersProps<'matching'>) {
  return (
    <AnswerList
      legend="Pairs"
      noun="Left side"
      items={question.pairs}
      getKey={({ id }) => id}
      newItem={newPair}
      onChange={(pairs) => onChange({ ...question, pairs })}
      toText={({ text }) => text}
      onText={(pair, text) => ({ ...pair, text })}
      toMatch={({ match }) => match}
      onMatch={(pair, match) => ({ ...pair, match })}
    />
  )
}
