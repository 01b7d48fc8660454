import { desc, eq } from 'drizzle-orm'
import { BLOGS_PER_PAGE } from '#contract/blogs.ts'
import { AppError } from '#contract/errors.ts'
import { blogs } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { cleanContent } from '#server/html/clean-content.ts'
import { cutPage } from '../cut-page.ts'

export const getBlogData: Handler<'getBlogData'> = async ({ db }, input) => {
  if (!('page' in input)) {
    const [post] = await db.select().from(blogs).where(eq(blogs.id, input.blog_id))
    if (!post) throw new AppError('blog_not_found')
    return { msg: [toBlog(post)], nextPage: null }
  }
  const found = await db
    .select()
    .from(blogs)
    .orderBy(desc(blogs.id))
    .limit(BLOGS_PER_PAGE + 1)
    .offset((input.page - 1) * BLOGS_PER_PAGE)
  const { rows, nextPage } = cutPage(found, input.page, BLOGS_PER_PAGE)
  return { msg: rows.map(toBlog), nextPage }
}

function toBlog(row: typeof blogs.$inferSelect) {
  return {
    blog_id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    // Whatever way it came into the table.
    content: cleanContent(row.content),
    image_url: row.imageUrl,
    created_date: row.createdAt.toISOString(),
  }
}
