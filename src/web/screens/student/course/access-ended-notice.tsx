import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Says why the player stopped, when access ended while the course was open. */
export function AccessEndedNotice({ enrolled }: { enrolled: boolean }) {
  const [wasEnrolled, setWasEnrolled] = useState(enrolled)
  if (enrolled && !wasEnrolled) setWasEnrolled(true)
  const hasEnded = wasEnrolled && !enrolled
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
