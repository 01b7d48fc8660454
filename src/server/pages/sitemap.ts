import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { API_BASE, blogPath, paths } from '#contract/paths.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs } from '#server/platform/db/schema.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'

/** The pages that a visitor may open, beside the posts. Course pages are for signed-in people (spec.md, section 6). */
const PUBLIC_PAGES = [paths.home, paths.allCourses, paths.blogList, paths.signup, paths.login]
const PRIVATE_AREAS = [`${API_BASE}/`, paths.dashboard, paths.logout, paths.profile, paths.myCourses, paths.coursePage]
/** A sitemap holds at most 50,000 addresses. */
const MAX_POSTS = 49_000

interface SitemapDeps {
  db: Db
  cache: ResponseCache
  publicUrl: string
}

/** What search engines are told: `/robots.txt` and `/sitemap.xml`. */
export function registerSitemapRoutes(app: FastifyInstance, { db, cache, publicUrl }: SitemapDeps): void {
  const robots = [
    'User-agent: *',
    ...PRIVATE_AREAS.map((area) => `Disallow: ${area}`),
    `Sitemap: ${publicUrl}${paths.sitemap}`,
    '',
  ].join('\n')
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  app.get(paths.sitemap, async (request, reply) => {
    const bytes = await cache.getOrLoad('sitemap', async () => {
      const value = new EncodedBody(await buildSitemap(db, publicUrl))
      return { value, tags: ['blogs'], sizeBytes: 2 * value.plain.length }
    })
    return sendBody(request, reply, 'application/xml; charset=utf-8', bytes)
  })
}

async function buildSitemap(db: Db, publicUrl: string): Promise<string> {
  const posts = await db
    .select({ blog_id: blogs.id, title: blogs.title, createdAt: blogs.createdAt })
    .from(blogs)
    .where(eq(blogs.isPublic, true))
    .orderBy(desc(blogs.id))
    .limit(MAX_POSTS)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path === paths.home ? '' : path}</loc></url>`),
    ...posts.map(
      (post) => `<url><loc>${publicUrl}${blogPath(post)}</loc><lastmod>${post.createdAt.toISOString()}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')
}
