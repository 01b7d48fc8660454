import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { QUESTION_KINDS, type QuestionKind } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Quiz, QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { type CourseValues, findLessonIndex } from '../values/course-values.ts'
import { findFirstError } from '../values/get-form-problems.ts'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'
import { newQuestion, QUESTION_LABELS } from './new-question.ts'
import { QuestionCard } from './question-card.tsx'
import { QuizSettings } from './quiz-settings.tsx'

export function QuizEditor({ index, lesson, errors, actions }: KindFieldsProps) {
  const { setValue } = useFormContext<CourseValues>()
  const setPicture = useSetPicture(lesson.key)
  const [openId, setOpenId] = useState<string | null>(null)
  const { quiz } = lesson
  if (!quiz) return null
  const name = `materials.${index}.quiz` as const
  const change = (changes: Partial<Quiz>) =>
    setValue(name, { ...quiz, ...changes }, { shouldDirty: true, shouldValidate: errors?.quiz !== undefined })
  const changeQuestions = (questions: QuizQuestion[]) => change({ questions })
  const move = (from: number, to: number) => {
    const question = quiz.questions[from]
    if (!question || to < 0 || to >= quiz.questions.length) return
    flushSync(() => changeQuestions(quiz.questions.toSpliced(from, 1).toSpliced(to, 0, question)))
    document.getElementById(`${to < from ? 'up' : 'down'}-${question.id}`)?.focus()
  }
  const add = (kind: QuestionKind) => {
    const question = newQuestion(kind)
    flushSync(() => {
      changeQuestions([...quiz.questions, question])
      setOpenId(question.id)
    })
    document.querySelector<HTMLElement>(`[name="${name}.questions.${quiz.questions.length}.text"]`)?.focus()
  }
  return (
    <div data-field={name} className="@container space-y-5">
      <section tabIndex={-1} aria-label="Questions" className="space-y-3 outline-offset-8">
        <Heading quiz={quiz} />
        {quiz.questions.length > 0 && (
          <ol className="space-y-2">
            {quiz.questions.map((question, place) => (
              <QuestionCard
                key={question.id}
                name={`${name}.questions.${place}`}
                question={question}
                place={place}
                count={quiz.questions.length}
                pools={quiz.pools.map((pool) => pool.name)}
                errors={errors?.quiz?.questions?.[place]}
                isOpen={openId === question.id || findFirstError(errors?.quiz?.questions?.[place]) !== null}
                onToggle={() => setOpenId(openId === question.id ? null : question.id)}
                onChange={(changed) => {
                  // Its last error, which holds it open, may be fixed by this.
                  setOpenId(question.id)
                  changeQuestions(quiz.questions.with(place, changed))
                }}
                onPicture={(imageUrl) => setPicture(question.id, imageUrl)}
                onUpload={actions.trackUpload}
                onMove={(offset) => move(place, place + offset)}
                onRemove={() => changeQuestions(quiz.questions.toSpliced(place, 1))}
              />
            ))}
          </ol>
        )}
        <ListError errors={errors} />
        <AddQuestion isFull={quiz.questions.length >= LIMITS.questions} onAdd={add} />
      </section>
      <QuizSettings name={name} quiz={quiz} errors={errors?.quiz} onChange={change} />
    </div>
  )
}

function Heading({ quiz }: { quiz: Quiz }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <h3 className="text-lg">Questions</h3>
      <p className="text-sm text-muted tabular-nums">{describeQuiz(quiz)}</p>
    </div>
  )
}

function ListError({ errors }: Pick<KindFieldsProps, 'errors'>) {
  const listError = errors?.quiz?.questions?.message ?? errors?.quiz?.questions?.root?.message ?? errors?.quiz?.message
  return (
    <p aria-live="polite" className="text-xs text-danger">
      {listError}
    </p>
  )
}

/** For a picture whose upload ends: meanwhile its lesson and its question may have changed and moved. */
function useSetPicture(lessonKey: string) {
  const { getValues, setValue } = useFormContext<CourseValues>()
  return (questionId: string, image_url: string) => {
    const lessons = getValues('materials')
    const index = findLessonIndex(lessons, lessonKey)
    const quiz = lessons[index]?.quiz
    if (!quiz) return
    const questions = quiz.questions.map((one) => (one.id === questionId ? { ...one, image_url } : one))
    setValue(`materials.${index}.quiz`, { ...quiz, questions }, { shouldDirty: true })
  }
}

function describeQuiz({ questions }: Quiz): string {
  const points = questions.reduce((sum, question) => sum + (question.points || 0), 0)
  return `${formatCount(questions.length, 'question')}, ${formatCount(points, 'point')}`
}

function AddQuestion({ isFull, onAdd }: { isFull: boolean; onAdd: (kind: QuestionKind) => void }) {
  return (
    <div
      role="group"
      aria-label="Add a question"
      className="rounded-card border border-dashed border-border-strong p-3"
    >
      <p className="mb-2 flex items-center gap-1.5 text-sm font-medium">
        <AnyIcon name="plus" size={17} />
        Add a question
      </p>
      <div className="flex flex-wrap gap-1.5">
        {QUESTION_KINDS.map((kind) => (
          <Button key={kind} variant="secondary" size="sm" disabled={isFull} onClick={() => onAdd(kind)}>
            {QUESTION_LABELS[kind]}
          </Button>
        ))}
      </div>
    </div>
  )
}
