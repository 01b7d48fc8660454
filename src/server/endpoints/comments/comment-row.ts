import type { Comment } from '#contract/comments.ts'
import { comments, users } from '#server/db/schema.ts'

/** A comment's columns with its author's, as the author is now. */
export const commentColumns = {
  id: comments.id,
  blogId: comments.blogId,
  text: comments.text,
  createdAt: comments.createdAt,
  firstName: users.firstName,
  imageUrl: users.imageUrl,
}

interface CommentRow {
  id: number
  blogId: number
  text: string
  createdAt: Date
  firstName: string
  imageUrl: string
}

export function toComment(row: CommentRow): Comment {
  return {
    comment_id: row.id,
    comment_text: row.text,
    created_date: row.createdAt.toISOString(),
    first_name: row.firstName,
    image_url: row.imageUrl,
    blog_id: row.blogId,
  }
}
