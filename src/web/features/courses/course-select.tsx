import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import { query } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from '#web/ui/form/field.tsx'
import { isComposing } from '#web/ui/form/is-composing.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

interface CourseSelectProps {
  /** 0 when none is chosen. */
  courseId: number
  onSelect: (courseId: number) => void
  /** In a form: what connects the control with its label and error. */
  field?: Pick<ControlProps, 'id' | 'aria-invalid' | 'aria-describedby'>
}

interface CourseTitle {
  course_id: number
  title: string
}

/** Longer lists get a search field that narrows the options. */
const MAX_OPTIONS = 200

const CONTROL_CLASS =
  'h-11 w-full rounded-control border border-border-strong bg-surface text-base transition duration-150 hover:border-muted aria-invalid:border-danger sm:text-sm'

/** All courses including drafts, by title. */
export function CourseSelect({ courseId, onSelect, field }: CourseSelectProps) {
  const { data, isError, refetch } = useQuery({ ...query('getCourses', { page: null }), staleTime: 30_000 })
  const [searchText, setSearchText] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const courses = toCourseTitles(data?.msg)
  const matches = filterTitles(courses, searchText)
  const options = includeSelected(matches.slice(0, MAX_OPTIONS), courses, courseId)
  return (
    <div className="max-w-xl space-y-2">
      {courses.length > MAX_OPTIONS && (
        <CourseSearch count={courses.length} {...{ matches, searchText, setSearchText, onSelect }} />
      )}
      <div className="relative">
        <select
          ref={select}
          {...field}
          aria-label={field ? undefined : 'Course'}
          value={data ? courseId : 0}
          onChange={(event) => onSelect(Number(event.target.value))}
          className={`${CONTROL_CLASS} appearance-none truncate pr-9 pl-3.5`}
        >
          <option value={0}>Select course</option>
          {options.map(({ course_id, title }) => (
            <option key={course_id} value={course_id}>
              {title}
            </option>
          ))}
          {matches.length > MAX_OPTIONS && (
            <option disabled>{`${formatCount(matches.length - MAX_OPTIONS)} more. Search above to find them.`}</option>
          )}
        </select>
        <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3 text-muted" />
        <CoursesError
          isShown={isError && !data}
          onRetry={() => {
            select.current?.focus()
            void refetch()
          }}
        />
      </div>
    </div>
  )
}

interface CourseSearchProps {
  /** Of all courses. */
  count: number
  matches: CourseTitle[]
  searchText: string
  setSearchText: (text: string) => void
  onSelect: (courseId: number) => void
}

function CourseSearch({ count, matches, searchText, setSearchText, onSelect }: CourseSearchProps) {
  const firstMatch = matches[0]
  const selectFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !firstMatch) return
    event.preventDefault()
    onSelect(firstMatch.course_id)
  }
  return (
    <div className="relative">
      <Icon name="search" size={18} className="pointer-events-none absolute top-3.25 left-3.5 text-muted" />
      <input
        type="search"
        aria-label="Search courses"
        placeholder={`Search ${formatCount(count)} courses`}
        autoComplete="off"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        onKeyDown={selectFirst}
        className={`${CONTROL_CLASS} pr-2 pl-10 placeholder:text-muted`}
      />
      <p role="status" className="mt-1.5 text-xs text-muted not-empty:mb-1">
        {searchText.trim() !== '' &&
          (matches.length === 0
            ? `No results for “${searchText.trim()}”.`
            : `${formatCount(matches.length, 'course')}. Press Enter to select “${firstMatch?.title}”.`)}
      </p>
    </div>
  )
}

/** @param onRetry takes the focus: the button leaves while the courses are asked for */
function CoursesError({ isShown, onRetry }: { isShown: boolean; onRetry: () => void }) {
  return (
    <>
      <p role="status" className="text-sm text-muted not-empty:mt-2">
        {isShown && 'We couldn’t load the courses.'}
      </p>
      {isShown && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  )
}

/** The call's output is a union: without a page number it contains only ids and titles. */
const toCourseTitles = (courses: CallOutput<'getCourses'> = []): CourseTitle[] => courses

function filterTitles(courses: CourseTitle[], searchText: string): CourseTitle[] {
  const searchTerm = searchText.trim().toLowerCase()
  return searchTerm === '' ? courses : courses.filter(({ title }) => title.toLowerCase().includes(searchTerm))
}

/** Keeps the selected course among the options, even if it does not match or is in the list no more. */
function includeSelected(options: CourseTitle[], courses: CourseTitle[], courseId: number): CourseTitle[] {
  const isSelected = ({ course_id }: CourseTitle) => course_id === courseId
  if (courseId === 0 || options.some(isSelected)) return options
  const selected = courses.find(isSelected) ?? { course_id: courseId, title: 'An archived course' }
  return [selected, ...options]
}
