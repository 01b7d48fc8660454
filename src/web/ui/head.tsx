import { createContext, use } from 'react'
import { useLocation } from 'react-router'

/** The site's public URL: PUBLIC_URL on the server, the page's origin in the browser. */
export const SiteUrlContext = createContext('')

const SITE_NAME = 'Learn Lantern'

interface HeadProps {
  title: string
  description?: string
  /** Path of a picture for link previews. */
  image?: string
  /** The address without its query by default. */
  canonical?: string
  type?: 'website' | 'article'
  /** For forms and pages that need a session. */
  noIndex?: boolean
}

/** The page's title and metadata. React moves the tags into the head. */
export function Head({
  title,
  description,
  image = '/og.png',
  canonical,
  type = 'website',
  noIndex = false,
}: HeadProps) {
  const siteUrl = use(SiteUrlContext)
  const { pathname } = useLocation()
  const fullTitle = title === SITE_NAME ? title : `${title} · ${SITE_NAME}`
  const pageUrl = siteUrl + (canonical ?? pathname)
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={pageUrl} />
          <meta property="og:title" content={fullTitle} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:type" content={type} />
          <meta property="og:url" content={pageUrl} />
          <meta property="og:site_name" content={SITE_NAME} />
          <meta property="og:image" content={siteUrl + image} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
