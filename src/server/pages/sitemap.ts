import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { API_BASE, paths } from '#contract/paths.ts'
import { blogPath } from '#contract/paths/record-paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, courses, learningPaths } from '#server/platform/db/schema.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { isPublicPath } from '#server/features/paths/path-row.ts'
import { countVisitorRead, toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'

/** Besides posts, courses and paths. */
const PUBLIC_PAGES = [paths.home, paths.allCourses, paths.learningPaths, paths.blogList, paths.signup, paths.login]
const PRIVATE_AREAS = [`${API_BASE}/`, paths.dashboard, paths.logout, paths.profile, paths.myCourses, paths.coursePage]
/** A sitemap may list at most 50,000 URLs. */
const MAX_PAGES = 49_000

interface SitemapDeps {
  db: Db
  cache: ResponseCache
  publicUrl: string
  throttles: Throttles
  queues: Pick<TrafficQueues, 'renders'>
}

/** `/robots.txt` and `/sitemap.xml`. */
export function registerSitemapRoutes(
  app: FastifyInstance,
  { db, cache, publicUrl, throttles, queues }: SitemapDeps,
): void {
  const options = { onRequest: countVisitorRead(throttles) }
  const robots = [
    'User-agent: *',
    `Allow: ${paths.apiDocs}`,
    ...PRIVATE_AREAS.map((area) => `Disallow: ${area}`),
    `Sitemap: ${publicUrl}${paths.sitemap}`,
    '',
  ].join('\n')
  app.get('/robots.txt', options, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  const load = () =>
    cache.getOrLoad('sitemap', async () => {
      const value = new EncodedBody(await buildSitemap(db, publicUrl))
      return { value, tags: ['blogs', 'courses', 'paths'], sizeBytes: 2 * value.plain.length }
    })
  app.get(paths.sitemap, options, async (request, reply) => {
    const key = toTrafficKey({ user: null, ip: request.ip })
    const bytes = cache.get<EncodedBody>('sitemap') ?? (await queues.renders.run(key, load))
    await sendBody(request, reply, 'application/xml; charset=utf-8', bytes)
  })
}

async function buildSitemap(db: Db, publicUrl: string): Promise<string> {
  const posts = await db
    .select({ blog_id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(eq(blogs.isPublic, true))
    .orderBy(desc(blogs.id))
    .limit(MAX_PAGES)
  const courseRows = await db
    .select({ course_id: courses.id, title: courses.title, changedAt: courses.updatedAt })
    .from(courses)
    .where(isPublished)
    .orderBy(desc(courses.id))
    .limit(MAX_PAGES - posts.length)
  const pathRows = await db
    .select({ path_id: learningPaths.id, title: learningPaths.title, changedAt: learningPaths.updatedAt })
    .from(learningPaths)
    .where(isPublicPath(db))
    .orderBy(desc(learningPaths.id))
    .limit(MAX_PAGES - posts.length - courseRows.length)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path === paths.home ? '' : path}</loc></url>`),
    ...pathRows.map((path) => toUrl(publicUrl + learningPathPath(path), path.changedAt)),
    ...courseRows.map((course) => toUrl(publicUrl + publicCoursePath(course), course.changedAt)),
    ...posts.map((post) => toUrl(publicUrl + blogPath(post))),
    '</urlset>',
    '',
  ].join('\n')
}

/**
 * Paths are encoded, so they need no escaping.
 * @param changedAt unknown for posts
 */
const toUrl = (location: string, changedAt?: Date) =>
  `<url><loc>${location}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`
