import type { FastifyInstance } from 'fastify'

/** The pages that a visitor may open. Course pages are for signed-in people (spec.md, section 6). */
const PUBLIC_PAGES = ['/', '/student/allcourses', '/student/blog', '/signup', '/login']
const PRIVATE_AREAS = ['/api/', '/dashboard', '/logout', '/student/profile', '/student/mycourses', '/student/CoursePage']

/** What search engines are told: `/robots.txt` and `/sitemap.xml`. */
export function mountSitemap(app: FastifyInstance, publicUrl: string): void {
  const robots = [
    'User-agent: *',
    ...PRIVATE_AREAS.map((area) => `Disallow: ${area}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path === '/' ? '' : path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/sitemap.xml', async (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
}
