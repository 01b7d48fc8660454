import type { BlogForm } from '#contract/schemas/blog-form.ts'

/** A post as it is written. */
export interface BlogValues {
  title: string
  subtitle: string
  /** The editor's HTML; empty when nothing is in it. */
  content: string
  public: boolean
}

export const NEW_BLOG: BlogValues = { title: '', subtitle: '', content: '', public: true }

export const toBlogValues = ({ blog: { title, subtitle, content, public: isPublic } }: BlogForm): BlogValues => ({
  title,
  subtitle,
  content,
  public: isPublic,
})

export const areValuesEqual = (one: BlogValues, other: BlogValues) =>
  (Object.keys(NEW_BLOG) as (keyof BlogValues)[]).every((name) => one[name] === other[name])
