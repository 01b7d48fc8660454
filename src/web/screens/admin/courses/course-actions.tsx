import { Link } from 'react-router'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { coursePath } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { DeleteRowAction, ROW_ACTION_CLASS } from '#web/features/panels/delete-row-action.tsx'
import { useDeleteCourse } from './use-delete-course.ts'
import { useDuplicateCourse } from './use-duplicate-course.ts'

export function CourseActions({ course }: { course: AdminCourse }) {
  const duplicate = useDuplicateCourse()
  const remove = useDeleteCourse()
  return (
    <span className="-mr-2 inline-flex text-left">
      <Link to={coursePath(course)} aria-label={`View ${course.title}`} title="View" className={ROW_ACTION_CLASS}>
        <AnyIcon name="eye" size={18} />
      </Link>
      <button
        type="button"
        aria-label={`Duplicate ${course.title}`}
        title="Duplicate"
        aria-disabled={duplicate.isPending}
        onClick={() => !duplicate.isPending && duplicate.mutate(course)}
        className={ROW_ACTION_CLASS}
      >
        <AnyIcon name="copy" size={17} className={duplicate.isPending ? 'animate-pulse' : ''} />
      </button>
      <DeleteRowAction title={course.title} warning={getDeleteWarning(course)} onDelete={() => remove.mutate(course)} />
    </span>
  )
}

function getDeleteWarning({ title, lessons, students }: AdminCourse): string {
  const sentence = `The course “${title}”${lessons > 0 ? ` and its ${formatCount(lessons, 'lesson')}` : ''} will be permanently deleted and cannot be undone.`
  if (students === 0) return `${sentence} No students are enrolled.`
  return `${sentence} ${formatCount(students, 'student')} will lose access and progress.`
}

const formatCount = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
