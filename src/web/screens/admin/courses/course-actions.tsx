import { Link } from '#web/ui/link.tsx'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { coursePath } from '#contract/paths.ts'
import { editCoursePath } from '#contract/paths/record-paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { DeleteRowAction, ROW_ACTION_CLASS } from '#web/features/panels/delete-row-action.tsx'
import { useDeleteCourse } from './use-delete-course.ts'
import { useDuplicateCourse } from './use-duplicate-course.ts'

export function CourseActions({ course }: { course: AdminCourse }) {
  const duplicate = useDuplicateCourse()
  const remove = useDeleteCourse()
  return (
    <span className="-mr-2 inline-flex text-left">
      <Link to={editCoursePath(course)} aria-label={`Edit ${course.title}`} title="Edit" className={ROW_ACTION_CLASS}>
        <AnyIcon name="pencil" size={17} />
      </Link>
      {/* On small screens the form links to the page. */}
      <Link
        to={coursePath(course)}
        aria-label={`View ${course.title}`}
        title="View"
        className={`${ROW_ACTION_CLASS} @max-2xl:hidden`}
      >
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

function getDeleteWarning({ title, lessons, students, has_orders }: AdminCourse): string {
  if (has_orders)
    return `The course “${title}” has orders, so it will be archived: nobody can find or buy it any more, and ${formatCount(students, 'student')} can still open it. You can restore it under Trash.`
  const sentence = `The course “${title}”${lessons > 0 ? ` and its ${formatCount(lessons, 'lesson')}` : ''} will be permanently deleted and cannot be undone.`
  if (students === 0) return `${sentence} No students are enrolled.`
  return `${sentence} ${formatCount(students, 'student')} will lose access and progress.`
}
