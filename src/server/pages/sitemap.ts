import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { blogPath } from '#contract/blog-path.ts'
import type { AnswerCache } from '#server/platform/cache/response-cache.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs } from '#server/platform/db/schema.ts'
import { ReadyBytes, sendBytes } from '#server/http/encoded-body.ts'

/** The pages that a visitor may open, beside the posts. Course pages are for signed-in people (spec.md, section 6). */
const PUBLIC_PAGES = ['/', '/student/allcourses', '/student/blog', '/signup', '/login']
const PRIVATE_AREAS = [
  '/api/',
  '/dashboard',
  '/logout',
  '/student/profile',
  '/student/mycourses',
  '/student/CoursePage',
]
/** A sitemap holds at most 50,000 addresses. */
const MOST_POSTS = 49_000

interface Parts {
  db: Db
  cache: AnswerCache
  publicUrl: string
}

/** What search engines are told: `/robots.txt` and `/sitemap.xml`. */
export function mountSitemap(app: FastifyInstance, { db, cache, publicUrl }: Parts): void {
  const robots = [
    'User-agent: *',
    ...PRIVATE_AREAS.map((area) => `Disallow: ${area}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  app.get('/sitemap.xml', async (request, reply) => {
    const bytes = await cache.keep('sitemap', async () => {
      const value = new ReadyBytes(await writeSitemap(db, publicUrl))
      return { value, subjects: ['blogs'], bytes: 2 * value.plain.length }
    })
    return sendBytes(request, reply, 'application/xml; charset=utf-8', bytes)
  })
}

async function writeSitemap(db: Db, publicUrl: string): Promise<string> {
  const posts = await db
    .select({ blog_id: blogs.id, title: blogs.title, createdAt: blogs.createdAt })
    .from(blogs)
    .where(eq(blogs.isPublic, true))
    .orderBy(desc(blogs.id))
    .limit(MOST_POSTS)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path === '/' ? '' : path}</loc></url>`),
    ...posts.map(
      (post) => `<url><loc>${publicUrl}${blogPath(post)}</loc><lastmod>${post.createdAt.toISOString()}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')
}
