import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { blogPath } from '#contract/blog-path.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import type { AnswerCache } from '#server/platform/cache/response-cache.ts'
import type { Calls } from '#server/pipeline/api-pipeline.ts'
import { ReadyBytes, sendBytes } from '#server/http/encoded-body.ts'

/** How many of the newest posts a feed holds. */
const NEWEST = 20
const MAX_AGE_S = 300

const FEEDS = [
  { path: '/feed.xml', type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  { path: '/atom.xml', type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
]

interface Parts {
  calls: Calls
  cache: AnswerCache
  publicUrl: string
}

/** The blog for feed readers: RSS 2.0 at `/feed.xml` and Atom at `/atom.xml`. */
export function mountFeeds(app: FastifyInstance, { calls, cache, publicUrl }: Parts): void {
  for (const { path, type, write } of FEEDS) {
    app.get(path, async (request, reply) => {
      const bytes = await cache.keep(`feed:${path}`, async () => {
        // In maintenance the call below is refused, so the feed is about the switch, too.
        const subjects = new Set<string>(['site'])
        const posts = await newestPosts(calls, request.ip, (touched) =>
          touched.forEach((subject) => subjects.add(subject)),
        )
        const value = new ReadyBytes(write(feedOf(posts, publicUrl)))
        return { value, subjects: [...subjects], bytes: 2 * value.plain.length }
      })
      return sendBytes(request, reply.header('cache-control', `public, max-age=${MAX_AGE_S}`), type, bytes)
    })
  }
}

/** Through the same call that visitors make: cleaned, and refused when they would be. */
async function newestPosts(calls: Calls, ip: string, note: (subjects: readonly string[]) => void): Promise<Blog[]> {
  const call = calls.transport({ user: null, viewsAsStudent: false, ip }, undefined, note)
  const posts: Blog[] = []
  for (let page: number | null = 1; page !== null && posts.length < NEWEST;) {
    const answer: Awaited<ReturnType<typeof call<'getBlogData'>>> = await call('getBlogData', { page })
    posts.push(...answer.msg)
    page = answer.nextPage
  }
  return posts.slice(0, NEWEST)
}

function feedOf(posts: Blog[], publicUrl: string): Feed {
  const newest = posts[0]
  const feed = new Feed({
    id: `${publicUrl}/`,
    title: 'Learn Lantern',
    description: 'Notes on learning and teaching, by the people who make the courses.',
    link: `${publicUrl}/student/blog`,
    language: 'en',
    image: `${publicUrl}/apple-touch-icon.png`,
    copyright: 'Learn Lantern',
    author: { name: 'Learn Lantern', link: publicUrl },
    generator: false,
    feedLinks: { rss: `${publicUrl}/feed.xml`, atom: `${publicUrl}/atom.xml` },
    ...(newest && { updated: new Date(newest.created_date) }),
  })
  for (const post of posts) {
    feed.addItem({
      // Stays the same when the title does not.
      id: `${publicUrl}/student/blog/${post.blog_id}`,
      // Both formats take these for HTML.
      title: asHtml(post.title),
      description: asHtml(post.subtitle),
      link: publicUrl + blogPath(post),
      date: new Date(post.created_date),
      published: new Date(post.created_date),
      author: [{ name: 'Admin' }],
      content: forXml(withWholeLinks(post.content, publicUrl)),
      ...(post.image_url && { image: `${publicUrl}/uploads/${post.image_url}` }),
    })
  }
  return feed
}

const asHtml = (text: string) => forXml(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))

/** A feed is read elsewhere, where our own paths lead nowhere. In cleaned HTML a `<` always begins an element. */
const withWholeLinks = (html: string, publicUrl: string) =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")\//g, `$1${publicUrl}/`)

/** XML has no way to write these down. */
const forXml = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
