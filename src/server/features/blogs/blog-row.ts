import type { Blog } from '#contract/schemas/blogs.ts'
import type { blogs } from '#server/platform/db/schema.ts'
import { sanitizeStoredHtml } from '#server/platform/html/sanitize-post-html.ts'

export function toBlog(row: typeof blogs.$inferSelect): Blog {
  return {
    blog_id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    content: sanitizeStoredHtml(row.content),
    image_url: row.imageUrl,
    created_date: row.createdAt.toISOString(),
  }
}
