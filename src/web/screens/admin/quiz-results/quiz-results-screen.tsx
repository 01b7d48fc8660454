import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import { parseIdSegment } from '#contract/paths.ts'
import { courseStudentsPath } from '#contract/paths/record-paths.ts'
import { query } from '#web/data/api.ts'
import { BackLink } from '#web/features/panels/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { Head } from '#web/ui/head.tsx'
import { QuestionResult } from './question-result.tsx'

export type QuizResults = CallOutput<'getQuizResults'>

export function Component() {
  const params = useParams()
  const course_id = parseIdSegment(params.courseId)
  const material_id = parseIdSegment(params.materialId)
  const { data } = useSuspenseQuery({ ...query('getQuizResults', { material_id }), staleTime: 5_000 })
  const results = data.msg
  return (
    <div className="mx-auto max-w-6xl">
      <Head title={`Results of ${results.title}`} noIndex />
      <BackLink to={courseStudentsPath({ course_id })} text="Students of this course" />
      <h1 className="text-2xl wrap-anywhere">{results.title}</h1>
      <p className="text-sm text-muted">How students did in this quiz, over all submitted attempts</p>
      {results.attempts === 0 ? (
        <div className="card mt-5">
          <EmptyState title="No attempts yet">
            <p>When students submit this quiz, you see here which questions are hard and what goes wrong.</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <Totals results={results} />
          <ol className="mt-5 grid gap-4">
            {results.questions.map((question, index) => (
              <QuestionResult key={question.question_id} question={question} number={index + 1} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function Totals({ results: { attempts, students, passed_students, mean_percent } }: { results: QuizResults }) {
  const totals = [
    ['Attempts', formatCount(attempts)],
    ['Students', formatCount(students)],
    ['Passed', `${formatCount(passed_students)} of ${formatCount(students)}`],
    ['Mean score', mean_percent === null ? '–' : `${Math.round(mean_percent)}%`],
  ] as const
  return (
    <dl className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {totals.map(([name, value]) => (
        <div key={name} className="card px-4 py-3.5 sm:px-5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 text-2xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
