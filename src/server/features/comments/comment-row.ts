import type { Comment } from '#contract/schemas/comments.ts'

interface CommentRow {
  id: number
  blogId: number
  text: string
  createdAt: Date
  /** The author's current name and picture. */
  firstName: string
  imageUrl: string
  role: Comment['role']
}

export function toComment(row: CommentRow): Comment {
  return {
    comment_id: row.id,
    comment_text: row.text,
    created_date: row.createdAt.toISOString(),
    first_name: row.firstName,
    image_url: row.imageUrl,
    role: row.role,
    blog_id: row.blogId,
  }
}
