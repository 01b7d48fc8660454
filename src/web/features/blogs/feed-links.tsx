import { use } from 'react'
import { SiteAddressContext } from '#web/ui/head.tsx'

/** Tells feed readers where the blog's feeds are. */
export function FeedLinks() {
  const site = use(SiteAddressContext)
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title="Learn Lantern: blog (RSS)" href={`${site}/feed.xml`} />
      <link rel="alternate" type="application/atom+xml" title="Learn Lantern: blog (Atom)" href={`${site}/atom.xml`} />
    </>
  )
}
