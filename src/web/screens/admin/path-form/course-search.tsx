import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#contract/text/search-length.ts'
import { query } from '#web/data/api.ts'
import { DraftBadge } from '#web/features/panels/draft-badge.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { useDebouncedText } from '#web/ui/hooks/use-debounced-text.ts'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import type { PathCourse } from './path-values.ts'

interface CourseSearchProps {
  chosenIds: readonly number[]
  isFull: boolean
  onAdd: (course: PathCourse) => void
}

/** The newest courses, or those that a search finds, to add to the path. */
export function CourseSearch({ chosenIds, isFull, onAdd }: CourseSearchProps) {
  const [text, setText] = useState('')
  const search_text = useDebouncedText(text.trim())
  const { data, isError } = useQuery({
    ...query('getCoursesAdmin', { page: 1, search_text, select_data: '' }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  // The button of an added course leaves the list.
  const keepFocus = useKeepFocus()
  const found = data?.msg.filter(({ course_id }) => !chosenIds.includes(course_id))
  return (
    <div>
      <input
        type="search"
        aria-label="Search courses to add"
        placeholder="Search courses to add"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="mb-2 h-11 w-full rounded-control border border-border-strong bg-bg px-3.5 text-base placeholder:text-muted hover:border-muted light:bg-surface"
      />
      <div
        {...keepFocus}
        role="group"
        aria-label="Courses to add"
        tabIndex={-1}
        className="max-h-60 overflow-y-auto rounded-control border border-border"
      >
        {found?.map(({ course_id, title, public: isPublic }) => (
          <button
            key={course_id}
            type="button"
            aria-disabled={isFull}
            onClick={() => !isFull && onAdd({ course_id, title, public: isPublic })}
            className="flex min-h-11 w-full items-center gap-3 px-3.5 py-1.5 text-left text-sm hover:bg-raised focus-visible:-outline-offset-2"
          >
            <AnyIcon name="plus" size={17} className="text-accent-text" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="sr-only">Add </span>
              {title}
            </span>
            {!isPublic && <DraftBadge />}
          </button>
        ))}
        <p role="status" className="px-3.5 text-sm text-muted not-empty:py-2.5">
          {isError && 'We couldn’t load the courses. Reload the page and try again.'}
          {data?.nextPage ? 'Search to find more courses.' : found?.length === 0 && 'No other courses found.'}
        </p>
      </div>
    </div>
  )
}
