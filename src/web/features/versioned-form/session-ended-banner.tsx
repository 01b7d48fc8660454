import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NoticeBanner } from './notice-banner.tsx'

export function SessionEndedBanner() {
  return (
    <NoticeBanner
      isAlert
      title="Your session has ended"
      text="Log in in a new tab, then save again here. Your changes are also stored in this browser, so you can come back later."
    >
      {/* A new tab: selected files would be lost with this page. */}
      <ButtonLink to={paths.login} target="_blank" rel="noopener" size="sm">
        Log in
        <span className="sr-only"> (opens a new tab)</span>
      </ButtonLink>
    </NoticeBanner>
  )
}
