import { use } from 'react'
import { uploadPath } from '#contract/paths.ts'
import { blogPath } from '#contract/paths/record-paths.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { FeedLinks } from '#web/features/blogs/feed-links.tsx'

/** Metadata for search engines, link previews and feed readers. */
export function PostHead({ post }: { post: Blog }) {
  return (
    <>
      <Head
        title={post.title}
        description={post.subtitle}
        canonical={blogPath(post)}
        type="article"
        {...(post.image_url && { image: uploadPath(post.image_url) })}
      />
      <meta property="article:published_time" content={post.created_date} />
      <meta property="article:author" content="Admin" />
      <FeedLinks />
    </>
  )
}

export function PostStructuredData({ post }: { post: Blog }) {
  const site = use(SiteUrlContext)
  const publisher = { '@type': 'Organization', name: 'Learn Lantern', url: site, logo: `${site}/apple-touch-icon.png` }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    ...(post.subtitle && { description: post.subtitle }),
    image: site + (post.image_url ? uploadPath(post.image_url) : '/og.png'),
    datePublished: post.created_date,
    author: { '@type': 'Organization', name: 'Admin', url: site },
    publisher,
    mainEntityOfPage: site + blogPath(post),
  }
  return <StructuredData data={data} />
}
