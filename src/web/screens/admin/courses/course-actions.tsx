import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { coursePath } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { useDeleteCourse } from './use-delete-course.ts'
import { useDuplicateCourse } from './use-duplicate-course.ts'

const ACTION_CLASS =
  'grid size-9 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text aria-disabled:opacity-60'

export function CourseActions({ course }: { course: AdminCourse }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const duplicate = useDuplicateCourse()
  const remove = useDeleteCourse()
  const root = useRef<HTMLSpanElement>(null)
  const confirm = () => {
    // The dialog would return the focus to a row that is being removed.
    flushSync(() => setConfirmOpen(false))
    root.current?.closest<HTMLElement>('[role=region]')?.focus()
    remove.mutate(course)
  }
  return (
    <span ref={root} className="-mr-2 inline-flex text-left">
      <Link to={coursePath(course)} aria-label={`View ${course.title}`} title="View" className={ACTION_CLASS}>
        <AnyIcon name="eye" size={18} />
      </Link>
      <button
        type="button"
        aria-label={`Duplicate ${course.title}`}
        title="Duplicate"
        aria-disabled={duplicate.isPending}
        onClick={() => !duplicate.isPending && duplicate.mutate(course)}
        className={ACTION_CLASS}
      >
        <AnyIcon name="copy" size={17} className={duplicate.isPending ? 'animate-pulse' : ''} />
      </button>
      <button
        type="button"
        aria-label={`Delete ${course.title}`}
        title="Delete"
        onClick={() => setConfirmOpen(true)}
        className={`${ACTION_CLASS} hover:text-danger`}
      >
        <AnyIcon name="trash" size={17} />
      </button>
      {isConfirmOpen && (
        <WarningDialog text={getDeleteWarning(course)} onCancel={() => setConfirmOpen(false)} onConfirm={confirm} />
      )}
    </span>
  )
}

function getDeleteWarning({ title, lessons, students }: AdminCourse): string {
  const sentence = `The course “${title}”${lessons > 0 ? ` and its ${formatCount(lessons, 'lesson')}` : ''} will be permanently deleted and cannot be undone.`
  if (students === 0) return `${sentence} No students are enrolled.`
  return `${sentence} ${formatCount(students, 'student')} will lose access and progress.`
}

const formatCount = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
