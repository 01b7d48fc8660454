import type { Feed } from 'feed'
import type { Transport } from '#contract/contract.ts'
import { paths, uploadPath } from '#contract/paths.ts'
import { blogPath } from '#contract/paths/record-paths.ts'
import { collectNewest, createFeed, escapeHtml, stripInvalidXmlChars } from './feed-parts.ts'

export async function buildBlogFeed(call: Transport, publicUrl: string): Promise<Feed> {
  const posts = await collectNewest(async (page) => await call('getBlogData', { page }))
  const feed = createFeed(publicUrl, {
    id: `${publicUrl}/`,
    title: 'Learn Lantern',
    description: 'Notes on learning and teaching, by the authors of the courses.',
    link: publicUrl + paths.blogList,
    feedLinks: { rss: publicUrl + paths.rssFeed, atom: publicUrl + paths.atomFeed },
    updated: posts[0]?.created_date,
  })
  for (const post of posts) {
    feed.addItem({
      // Without the title, which may change.
      id: `${publicUrl}${paths.blogList}/${post.blog_id}`,
      // Both formats read these as HTML.
      title: escapeHtml(post.title),
      description: escapeHtml(post.subtitle),
      link: publicUrl + blogPath(post),
      date: new Date(post.created_date),
      published: new Date(post.created_date),
      author: [{ name: 'Admin' }],
      content: stripInvalidXmlChars(toAbsoluteLinks(post.content, publicUrl)),
      ...(post.image_url && { image: publicUrl + uploadPath(post.image_url) }),
    })
  }
  return feed
}

/** Feed readers cannot resolve our paths. In sanitized HTML a `<` always starts an element. */
const toAbsoluteLinks = (html: string, publicUrl: string) =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")\//g, `$1${publicUrl}/`)
