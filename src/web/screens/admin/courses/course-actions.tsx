import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { AdminCourse } from '#contract/schemas/course-panel.ts'
import { coursePath } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { useDeleteCourse } from './use-delete-course.ts'
import { useDuplicateCourse } from './use-duplicate-course.ts'

const ACTION =
  'grid size-9 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text aria-disabled:opacity-60'

/** What can be done with a course in the list; its title leads to the form. */
export function CourseActions({ course }: { course: AdminCourse }) {
  const [asks, setAsks] = useState(false)
  const duplicate = useDuplicateCourse()
  const remove = useDeleteCourse()
  const place = useRef<HTMLSpanElement>(null)
  const confirm = () => {
    // The dialog gives the focus back to a row that goes: the table takes it.
    flushSync(() => setAsks(false))
    place.current?.closest<HTMLElement>('[role=region]')?.focus()
    remove.mutate(course)
  }
  return (
    <span ref={place} className="-mr-2 inline-flex text-left">
      <Link
        to={coursePath(course)}
        aria-label={`View ${course.title} as students see it`}
        title="View"
        className={ACTION}
      >
        <AnyIcon name="eye" size={18} />
      </Link>
      <button
        type="button"
        aria-label={`Duplicate ${course.title}`}
        title="Duplicate"
        aria-disabled={duplicate.isPending}
        onClick={() => !duplicate.isPending && duplicate.mutate(course)}
        className={ACTION}
      >
        <AnyIcon name="copy" size={17} className={duplicate.isPending ? 'animate-pulse' : ''} />
      </button>
      <button
        type="button"
        aria-label={`Delete ${course.title}`}
        title="Delete"
        onClick={() => setAsks(true)}
        className={`${ACTION} hover:text-danger`}
      >
        <AnyIcon name="trash" size={17} />
      </button>
      {asks && <WarningDialog text={lossOf(course)} onCancel={() => setAsks(false)} onConfirm={confirm} />}
    </span>
  )
}

function lossOf({ title, lessons, students }: AdminCourse): string {
  const what = `The course “${title}”${lessons > 0 ? ` and its ${counted(lessons, 'lesson')}` : ''} will be permanently deleted and cannot be undone.`
  if (students === 0) return `${what} No student is enrolled in it.`
  return `${what} ${counted(students, 'student')} ${students === 1 ? 'loses' : 'lose'} it, with all that was completed and paid for.`
}

const counted = (count: number, thing: string) => `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
