import { useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/contract.ts'
import { query } from '#web/api.ts'
import { Icon } from '#web/ui/icon.tsx'

interface CourseSelectProps {
  /** 0 when none is chosen. */
  courseId: number
  onChoose: (courseId: number) => void
}

/** All courses, drafts too, by title. */
export function CourseSelect({ courseId, onChoose }: CourseSelectProps) {
  const { data } = useQuery({ ...query('getCourses', { page: null }), staleTime: 30_000 })
  return (
    <div className="relative max-w-xl">
      <select
        aria-label="Course"
        value={data ? courseId : 0}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="h-11 w-full appearance-none truncate rounded-control border border-border-strong bg-surface pr-9 pl-3.5 text-base transition duration-150 hover:border-muted sm:text-sm"
      >
        <option value={0}>Select course</option>
        {titlesOf(data?.msg).map(({ course_id, title }) => (
          <option key={course_id} value={course_id}>
            {title}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3 text-muted" />
    </div>
  )
}

/** The call's pages have more of each course; its full list has no more than this. */
const titlesOf = (courses: CallOutput<'getCourses'> = []): { course_id: number; title: string }[] => courses
