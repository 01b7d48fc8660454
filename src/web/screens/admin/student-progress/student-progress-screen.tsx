import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { CallOutput } from '#contract/contract.ts'
import { parseIdSegment } from '#contract/paths.ts'
import { courseStudentsPath, userPath } from '#contract/paths/record-paths.ts'
import { query } from '#web/data/api.ts'
import { BackLink } from '#web/features/panels/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { Head } from '#web/ui/head.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type Change, ChangeDialog } from './change-dialog.tsx'
import { ProgressLessons } from './progress-lessons.tsx'
import { ProgressTimeline } from './progress-timeline.tsx'

export type StudentProgress = CallOutput<'getStudentProgress'>

export function Component() {
  const params = useParams()
  const course_id = parseIdSegment(params.courseId)
  const student_id = parseIdSegment(params.studentId)
  const { data } = useSuspenseQuery({ ...query('getStudentProgress', { course_id, student_id }), staleTime: 5_000 })
  const progress = data.msg
  const [change, setChange] = useState<Change | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const close = () => setChange(null)
  // The button may have changed its meaning.
  const finish = () => {
    flushSync(close)
    page.current?.focus()
  }
  return (
    <div ref={page} tabIndex={-1} className="mx-auto max-w-6xl outline-none">
      <Head title={`${progress.student.name} in ${progress.course.title}`} noIndex />
      <BackLink to={courseStudentsPath({ course_id })} text={`Students of ${progress.course.title}`} />
      <ProgressHeader progress={progress} onChange={setChange} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        <ProgressLessons materials={progress.materials} onChange={setChange} />
        <ProgressTimeline events={progress.events} />
      </div>
      {change && <ChangeDialog progress={progress} change={change} onClose={close} onDone={finish} />}
    </div>
  )
}

interface ProgressHeaderProps {
  progress: StudentProgress
  onChange: (change: Change) => void
}

function ProgressHeader({ progress: { student, course, ...progress }, onChange }: ProgressHeaderProps) {
  const { data } = useSuspenseQuery({ ...query('getCourseData', { course_id: course.course_id }), staleTime: 30_000 })
  const isBlocked = data.msg.msg.course.requires.some(({ blocking }) => blocking)
  return (
    <div className="card rounded-panel p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere">{student.name}</h1>
          <p className="mt-1 text-sm wrap-anywhere text-muted">
            <Link to={userPath(student)} className="underline underline-offset-4 hover:text-text">
              {student.email}
            </Link>
            {' · '}
            {course.title}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          {isBlocked && !progress.prerequisites_waived && (
            <Button variant="secondary" size="sm" onClick={() => onChange({ kind: 'waive' })}>
              Waive prerequisites
            </Button>
          )}
          <Button variant="danger" size="sm" onClick={() => onChange({ kind: 'reset' })}>
            Reset progress
          </Button>
        </div>
      </div>
      <div className="mt-5 grid max-w-xl grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
        <ProgressBar percent={progress.progress} label="Progress" />
        <span
          className={`font-semibold tabular-nums ${progress.progress === 100 ? 'text-success' : ''}`}
        >{`${progress.progress}%`}</span>
      </div>
      <p className="mt-2 text-sm text-muted">
        {progress.finished_date ? `Finished ${formatMediumDate(progress.finished_date)}` : 'Not finished'}
        {progress.prerequisites_waived && ' · Prerequisites waived'}
      </p>
    </div>
  )
}
