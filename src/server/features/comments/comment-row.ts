import type { Comment } from '#contract/schemas/comments.ts'
import type { User } from '#contract/schemas/users.ts'

interface CommentRow {
  id: number
  blogId: number
  text: string
  createdAt: Date
  /** The author's current name and picture. */
  firstName: string
  imageUrl: string
  role: User['role']
}

export function toComment(row: CommentRow): Comment {
  return {
    comment_id: row.id,
    comment_text: row.text,
    created_date: row.createdAt.toISOString(),
    first_name: row.firstName,
    image_url: row.imageUrl,
    ...(row.role === 'admin' && { isStaff: true }),
    blog_id: row.blogId,
  }
}
