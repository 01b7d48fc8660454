import { Link } from '#web/ui/link.tsx'
import type { LessonProblem } from '#contract/choices.ts'
import { editLessonPath } from '#contract/paths/record-paths.ts'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useClearLessonProblem } from './use-clear-lesson-problem.ts'

const PROBLEM_TEXTS: Record<LessonProblem, string> = {
  not_secure: 'http:// videos are blocked',
  not_a_video: 'Not a video',
  reported: 'A student couldn’t play it',
}

/** The form lists the others. */
const MAX_SHOWN = 3

/** The lessons of a course that do not play, with links to them in the form. */
export function BrokenLessons({ course }: { course: AdminCourse }) {
  const { broken_lessons } = course
  const { mutate: clear } = useClearLessonProblem()
  const [firstHidden] = broken_lessons.slice(MAX_SHOWN)
  return (
    <ul aria-label={`Lessons of ${course.title} that don’t play`} className="text-xs @md:pl-21.5">
      {broken_lessons.slice(0, MAX_SHOWN).map((lesson) => (
        <li key={lesson.material_id} className="flex flex-wrap items-center gap-x-3">
          <Link
            to={editLessonPath(course, lesson)}
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 font-medium text-accent-text underline-offset-4 hover:underline"
          >
            <Icon name="alert" size={14} />
            <span className="truncate">{lesson.title}</span>
          </Link>
          <span className="text-muted">{PROBLEM_TEXTS[lesson.problem]}</span>
          {lesson.problem === 'reported' && (
            <button
              type="button"
              aria-label={`It works: ${lesson.title}`}
              className="min-h-6 rounded-control px-1.5 font-semibold text-text underline underline-offset-4 hover:bg-raised"
              onClick={({ currentTarget }) => {
                // The button leaves with its lesson.
                currentTarget.closest<HTMLElement>('[role=region]')?.focus()
                clear(lesson)
              }}
            >
              It works
            </button>
          )}
        </li>
      ))}
      {firstHidden && (
        <li>
          <Link
            to={editLessonPath(course, firstHidden)}
            className="inline-flex min-h-6 items-center text-muted underline"
          >
            {broken_lessons.length - MAX_SHOWN} more
          </Link>
        </li>
      )}
    </ul>
  )
}
