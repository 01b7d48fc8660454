import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { blogPath, paths, uploadPath } from '#contract/paths.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import { countVisitorRead, toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'

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
  throttles: Throttles
  queues: Pick<TrafficQueues, 'renders'>
}

/** The blog for feed readers: RSS 2.0 at `/feed.xml` and Atom at `/atom.xml`. */
export function registerFeedRoutes(
  app: FastifyInstance,
  { pipeline, cache, publicUrl, throttles, queues }: FeedRouteDeps,
): void {
  for (const { path, type, write } of FEEDS) {
    const load = (ip: string) =>
      cache.getOrLoad(`feed:${path}`, async () => {
        // In maintenance the call below is refused, so the feed also depends on the site's status.
        const tags = new Set<string>(['site'])
        const posts = await getNewestPosts(pipeline, ip, (usedTags) => usedTags.forEach((tag) => tags.add(tag)))
        const value = new EncodedBody(write(toFeed(posts, publicUrl)))
        return { value, tags: [...tags], sizeBytes: 2 * value.plain.length }
      })
    app.get(path, { onRequest: countVisitorRead(throttles) }, async (request, reply) => {
      const { ip } = request
      const bytes =
        cache.get<EncodedBody>(`feed:${path}`) ??
        (await queues.renders.run(toTrafficKey({ user: null, ip }), () => load(ip)))
      return sendBody(request, reply.header('cache-control', `public, max-age=${MAX_AGE_S}`), type, bytes)
    })
  }
}

/** Through the visitors' call, so that content is sanitized and maintenance applies. */
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
    description: 'Notes on learning and teaching, by the authors of the courses.',
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

const escapeHtml = (text: string) =>
  stripInvalidXmlChars(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))

/** Feed readers cannot resolve our paths. In sanitized HTML a `<` always starts an element. */
const toAbsoluteLinks = (html: string, publicUrl: string) =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")\//g, `$1${publicUrl}/`)

/** XML cannot represent these. */
const stripInvalidXmlChars = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
