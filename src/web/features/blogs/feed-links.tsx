import { use } from 'react'
import { paths } from '#contract/paths.ts'
import { SiteUrlContext } from '#web/ui/head.tsx'

/** Tells feed readers where the blog's feeds are. */
export function FeedLinks() {
  const site = use(SiteUrlContext)
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title="Learn Lantern: blog (RSS)" href={site + paths.rssFeed} />
      <link
        rel="alternate"
        type="application/atom+xml"
        title="Learn Lantern: blog (Atom)"
        href={site + paths.atomFeed}
      />
    </>
  )
}
