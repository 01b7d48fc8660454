import type { BlogForm } from '#contract/schemas/blog-form.ts'
import type { SavedRecord } from '#web/features/versioned-form/use-form-baseline.ts'

export interface BlogValues {
  title: string
  subtitle: string
  /** The editor's HTML, or empty. */
  content: string
  public: boolean
}

export const NEW_BLOG: BlogValues = { title: '', subtitle: '', content: '', public: false }

export function toBlogRecord({ blog, version }: BlogForm): SavedRecord<BlogValues> {
  const { blog_id, title, subtitle, content, public: isPublic } = blog
  return { id: blog_id, version, values: { title, subtitle, content, public: isPublic } }
}
