/** `/student/blog/{id}-{title without slashes}`: where a post is read. Feeds and the sitemap name it, too. */
export function getBlogPath(blog: { blog_id: number; title: string }): string {
  return `/student/blog/${blog.blog_id}-${encodeURIComponent(blog.title.replace(/[/\\]/g, ''))}`
}
