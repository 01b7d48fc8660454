import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Says why the player stopped, when access ended while the course was open. */
export function AccessEndedNotice({ courseId, enrolled }: { courseId: number; enrolled: boolean }) {
  const [seen, setSeen] = useState({ courseId, wasEnrolled: enrolled })
  if (seen.courseId !== courseId || (enrolled && !seen.wasEnrolled)) setSeen({ courseId, wasEnrolled: enrolled })
  const hasEnded = seen.courseId === courseId && seen.wasEnrolled && !enrolled
  return (
    <div aria-live="assertive" className="not-empty:mb-5">
      {hasEnded && (
        <Banner
          variant="error"
          text="Your access to this course has ended, as after a refund. Your progress and notes are kept."
          action={<TextLink to={paths.purchases}>My purchases</TextLink>}
        />
      )}
    </div>
  )
}
