import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import { query } from '#web/data/api.ts'
import { Icon } from '#web/ui/icon.tsx'

interface CourseSelectProps {
  /** 0 when none is chosen. */
  courseId: number
  onChoose: (courseId: number) => void
}

interface Title {
  course_id: number
  title: string
}

/** A select of more than this is not read but searched: it has these, and a field above it that narrows them. */
const MOST_OPTIONS = 200

const CONTROL =
  'h-11 w-full rounded-control border border-border-strong bg-surface text-base transition duration-150 hover:border-muted sm:text-sm'

/** All courses, drafts too, by title. */
export function CourseSelect({ courseId, onChoose }: CourseSelectProps) {
  const { data } = useQuery({ ...query('getCourses', { page: null }), staleTime: 30_000 })
  const [words, setWords] = useState('')
  const courses = titlesOf(data?.msg)
  const found = titlesWith(courses, words)
  const offered = withChosen(found.slice(0, MOST_OPTIONS), courses, courseId)
  const first = found[0]
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    onChoose(first.course_id)
  }
  return (
    <div className="max-w-xl space-y-2">
      {courses.length > MOST_OPTIONS && (
        <div className="relative">
          <Icon name="search" size={18} className="pointer-events-none absolute top-3.25 left-3.5 text-muted" />
          <input
            type="search"
            aria-label="Find a course"
            placeholder={`Find one of ${COUNT.format(courses.length)} courses`}
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={chooseFirst}
            className={`${CONTROL} pr-2 pl-10 placeholder:text-muted`}
          />
          <p role="status" className="mt-1.5 text-xs text-muted not-empty:mb-1">
            {words.trim() !== '' &&
              (found.length === 0
                ? 'No course has that in its title.'
                : `${COUNT.format(found.length)} ${found.length === 1 ? 'course' : 'courses'}; Enter takes “${first?.title}”.`)}
          </p>
        </div>
      )}
      <div className="relative">
        <select
          aria-label="Course"
          value={data ? courseId : 0}
          onChange={(event) => onChoose(Number(event.target.value))}
          className={`${CONTROL} appearance-none truncate pr-9 pl-3.5`}
        >
          <option value={0}>Select course</option>
          {offered.map(({ course_id, title }) => (
            <option key={course_id} value={course_id}>
              {title}
            </option>
          ))}
          {found.length > MOST_OPTIONS && (
            <option disabled>{`… and ${COUNT.format(found.length - MOST_OPTIONS)} more: find them above`}</option>
          )}
        </select>
        <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3 text-muted" />
      </div>
    </div>
  )
}

const COUNT = new Intl.NumberFormat('en-US')

/** The call's pages have more of each course; its full list has no more than this. */
const titlesOf = (courses: CallOutput<'getCourses'> = []): Title[] => courses

function titlesWith(courses: Title[], words: string): Title[] {
  const wanted = words.trim().toLowerCase()
  return wanted === '' ? courses : courses.filter(({ title }) => title.toLowerCase().includes(wanted))
}

/** The chosen one is among what a select offers, whatever else is. */
function withChosen(offered: Title[], courses: Title[], courseId: number): Title[] {
  const chosen = offered.some(({ course_id }) => course_id === courseId)
    ? undefined
    : courses.find(({ course_id }) => course_id === courseId)
  return chosen ? [chosen, ...offered] : offered
}
