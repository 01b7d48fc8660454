import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { blogPath, paths, uploadPath } from '#contract/paths.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'

/** How many of the newest posts a feed holds. */
const MAX_POSTS = 20
const MAX_AGE_S = 300

const FEEDS = [
  { path: paths.rssFeed, type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  { path: paths.atomFeed, type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
]

interface FeedRouteDeps {
  pipeline: ApiPipeline
  cache: ResponseCache
  publicUrl: string
}

/** The blog for feed readers: RSS 2.0 at `/feed.xml` and Atom at `/atom.xml`. */
export function registerFeedRoutes(app: FastifyInstance, { pipeline, cache, publicUrl }: FeedRouteDeps): void {
  for (const { path, type, write } of FEEDS) {
    app.get(path, async (request, reply) => {
      const bytes = await cache.getOrLoad(`feed:${path}`, async () => {
        // In maintenance the call below is refused, so the feed is about the switch, too.
        const tags = new Set<string>(['site'])
        const posts = await getNewestPosts(pipeline, request.ip, (usedTags) => usedTags.forEach((tag) => tags.add(tag)))
        const value = new EncodedBody(write(toFeed(posts, publicUrl)))
        return { value, tags: [...tags], sizeBytes: 2 * value.plain.length }
      })
      return sendBody(request, reply.header('cache-control', `public, max-age=${MAX_AGE_S}`), type, bytes)
    })
  }
}

/** Through the same call that visitors make: cleaned, and refused when they would be. */
async function getNewestPosts(
  pipeline: ApiPipeline,
  ip: string,
  collectTags: (tags: readonly string[]) => void,
): Promise<Blog[]> {
  const call = pipeline.transport(toCaller(null, ip), undefined, collectTags)
  const posts: Blog[] = []
  for (let page: number | null = 1; page !== null && posts.length < MAX_POSTS;) {
    const response: Awaited<ReturnType<typeof call<'getBlogData'>>> = await call('getBlogData', { page })
    posts.push(...response.msg)
    page = response.nextPage
  }
  return posts.slice(0, MAX_POSTS)
}

function toFeed(posts: Blog[], publicUrl: string): Feed {
  const newest = posts[0]
  const feed = new Feed({
    id: `${publicUrl}/`,
    title: 'Learn Lantern',
    description: 'Notes on learning and teaching, by the people who make the courses.',
    link: publicUrl + paths.blogList,
    language: 'en',
    image: `${publicUrl}/apple-touch-icon.png`,
    copyright: 'Learn Lantern',
    author: { name: 'Learn Lantern', link: publicUrl },
    generator: false,
    feedLinks: { rss: publicUrl + paths.rssFeed, atom: publicUrl + paths.atomFeed },
    ...(newest && { updated: new Date(newest.created_date) }),
  })
  for (const post of posts) {
    feed.addItem({
      // Stays the same when the title does not.
      id: `${publicUrl}${paths.blogList}/${post.blog_id}`,
      // Both formats take these for HTML.
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

const escapeHtml = (text: string) =>
  stripInvalidXmlChars(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))

/** A feed is read elsewhere, where our own paths lead nowhere. In cleaned HTML a `<` always begins an element. */
const toAbsoluteLinks = (html: string, publicUrl: string) =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")\//g, `$1${publicUrl}/`)

/** XML has no way to write these down. */
const stripInvalidXmlChars = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
