import { desc } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Feed } from 'feed'
import type { AnswerCache } from './answer-cache.ts'
import type { Db } from './db/connect.ts'
import { blogs } from './db/schema.ts'
import { cleanContent } from './html/clean-content.ts'
import { ReadyBytes, sendBytes } from './ready-bytes.ts'

const NEWEST = 20
const FEEDS = {
  '/feed.xml': { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  '/atom.xml': { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
} as const

interface Parts {
  db: Db
  cache: AnswerCache
  publicUrl: string
}

/** The newest posts for feed readers, as RSS and as Atom; kept until a post changes. */
export function mountFeeds(app: FastifyInstance, { db, cache, publicUrl }: Parts): void {
  for (const [path, { type, write }] of Object.entries(FEEDS)) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const bytes = await cache.keep(`feed:${path}`, async () => {
        const value = new ReadyBytes(write(await newestPosts(db, publicUrl)))
        return { value, subjects: ['blogs'], bytes: 2 * value.plain.length }
      })
      return sendBytes(request, reply.header('cache-control', 'public, max-age=300'), type, bytes)
    })
  }
}

async function newestPosts(db: Db, publicUrl: string): Promise<Feed> {
  const posts = await db.select().from(blogs).orderBy(desc(blogs.id)).limit(NEWEST)
  const feed = new Feed({
    id: `${publicUrl}/student/blog`,
    title: 'Learn Lantern',
    description: 'Notes on learning, from Learn Lantern.',
    link: `${publicUrl}/student/blog`,
    language: 'en',
    copyright: '',
    updated: posts[0]?.createdAt ?? new Date(0),
    feedLinks: { rss: `${publicUrl}/feed.xml`, atom: `${publicUrl}/atom.xml` },
  })
  for (const post of posts) {
    const link = publicUrl + blogAddress(post)
    feed.addItem({
      id: `${publicUrl}/student/blog/${post.id}`,
      title: post.title,
      description: post.subtitle,
      link,
      date: post.createdAt,
      author: [{ name: 'Admin' }],
      // A reader knows nothing of our addresses.
      content: cleanContent(post.content).replaceAll('="/', `="${publicUrl}/`),
      ...(post.imageUrl && { image: `${publicUrl}/uploads/${post.imageUrl}` }),
    })
  }
  return feed
}

/** `/student/blog/{id}-{title without slashes}`, as the screens link to it. */
export function blogAddress({ id, title }: { id: number; title: string }): string {
  return `/student/blog/${id}-${encodeURIComponent(title.replace(/[/\\]/g, ''))}`
}
