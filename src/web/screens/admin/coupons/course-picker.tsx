import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { query } from '#web/data/api.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

interface CoursePickerProps {
  /** Names courses that are no longer listed. Null for a new coupon. */
  coupon: Coupon | null
  courseIds: readonly number[]
  onChange: (courseIds: number[]) => void
  error: string | undefined
}

interface CourseTitle {
  course_id: number
  title: string
}

/** Shorter lists need no search. */
const MIN_SEARCHED = 8
const MAX_SHOWN = 100

/** Check boxes of all courses, with a search. */
export function CoursePicker({ coupon, courseIds, onChange, error }: CoursePickerProps) {
  const id = useId()
  const { data, isError } = useQuery({ ...query('getCourses', { page: null }), staleTime: 30_000 })
  const [searchText, setSearchText] = useState('')
  const courses = includeChosen(data?.msg ?? [], coupon)
  const searched = searchText.trim().toLowerCase()
  const matches = courses.filter(({ title }) => title.toLowerCase().includes(searched))
  const toggle = (courseId: number) =>
    onChange(courseIds.includes(courseId) ? courseIds.filter((one) => one !== courseId) : [...courseIds, courseId])
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="mb-1.5 text-sm font-medium">
        Chosen courses <span className="text-muted tabular-nums">({courseIds.length})</span>
      </legend>
      {courses.length >= MIN_SEARCHED && (
        <input
          type="search"
          aria-label="Search courses"
          placeholder="Search courses"
          autoComplete="off"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="mb-2 h-11 w-full rounded-control border border-border-strong bg-bg px-3.5 text-base placeholder:text-muted hover:border-muted light:bg-surface"
        />
      )}
      <div className="max-h-52 overflow-y-auto rounded-control border border-border-strong">
        {matches.slice(0, MAX_SHOWN).map(({ course_id, title }) => (
          <label
            key={course_id}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1.5 text-sm hover:bg-raised has-focus-visible:bg-raised"
          >
            <input
              type="checkbox"
              checked={courseIds.includes(course_id)}
              onChange={() => toggle(course_id)}
              className="size-4.5 shrink-0 accent-(--accent-text)"
            />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </label>
        ))}
        <p role="status" className="px-3.5 text-sm text-muted not-empty:py-2.5">
          {isError && 'We couldn’t load the courses. Close and try again.'}
          {data && matches.length === 0 && 'No courses found.'}
          {matches.length > MAX_SHOWN && `${formatCount(matches.length - MAX_SHOWN)} more. Search to find them.`}
        </p>
      </div>
      <p id={`${id}-error`} aria-live="polite" className="text-xs text-danger not-empty:mt-1.5">
        {error}
      </p>
    </fieldset>
  )
}

/** The coupon's courses first, also those that were deleted. */
function includeChosen(courses: CallOutput<'getCourses'>, coupon: Coupon | null): CourseTitle[] {
  const chosen = (coupon?.course_ids ?? []).map((course_id, index) => ({
    course_id,
    title: coupon?.course_titles[index] ?? '',
  }))
  return [...chosen, ...courses.filter(({ course_id }) => !coupon?.course_ids.includes(course_id))]
}
