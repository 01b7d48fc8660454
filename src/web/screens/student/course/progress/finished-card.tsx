import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { CourseCertificate } from '#web/features/certificates/course-certificate.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'
import type { CourseDetails } from '../use-course.ts'

/** Appears under the lesson when the course is finished on this visit. */
export function FinishedCard({ course }: { course: CourseDetails }) {
  const isFinished = course.progress === 100
  const [seen, setSeen] = useState({ isFinished, isNew: false })
  if (seen.isFinished !== isFinished) setSeen({ isFinished, isNew: isFinished })
  return (
    <div role="status">
      {seen.isNew && (
        <div className="mt-5 space-y-4">
          <Moment course={course} onClose={() => setSeen({ ...seen, isNew: false })} />
          {course.certificate_id !== null && (
            <CourseCertificate certificateId={course.certificate_id} title={course.title} />
          )}
        </div>
      )}
    </div>
  )
}

function Moment({ course, onClose }: { course: CourseDetails; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <div
      ref={card}
      className="card relative flex flex-col items-center gap-x-8 gap-y-4 overflow-hidden rounded-panel border-accent-text/40 bg-[radial-gradient(circle_at_top,var(--accent-wash),transparent_75%)] p-6 text-center shadow-glow transition duration-240 ease-out sm:flex-row sm:p-8 sm:text-left starting:translate-y-2 starting:opacity-0"
    >
      <Lantern isLit className="w-36 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-display text-2xl font-semibold">Course finished</p>
        <p className="mt-1.5 wrap-anywhere text-muted">
          You completed “{course.title}”. Come back to any lesson whenever you like.
        </p>
        <p className="mt-4 flex flex-wrap justify-center gap-2.5 sm:justify-start">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => document.getElementById('reviews')?.scrollIntoView({ block: 'start' })}
          >
            Review this course
          </Button>
          <ButtonLink to={paths.allCourses} variant="quiet" size="sm">
            Find your next course
          </ButtonLink>
        </p>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className="absolute top-3 right-3 grid size-9 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="close" size={17} />
      </button>
    </div>
  )
}
