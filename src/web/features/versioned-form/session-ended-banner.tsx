import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NoticeBanner } from './notice-banner.tsx'

/** The session ended in the middle of writing. */
export function SessionEndedBanner() {
  return (
    <NoticeBanner
      isAlert
      title="Your session has ended"
      text="Nothing is lost: log in in a new tab and save again here, or come back to this page later. What you have written is kept in this browser."
    >
      {/* A new tab, so that this one keeps what no browser keeps: chosen files. */}
      <ButtonLink to={paths.login} target="_blank" rel="noopener" size="sm">
        Log in
        <span className="sr-only"> (opens a new tab)</span>
      </ButtonLink>
    </NoticeBanner>
  )
}
