import { uploadPath } from '#contract/paths.ts'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'

/** The post's picture, or a cover drawn from its id. Fills its box. */
export function BlogPicture({ post }: { post: { blog_id: number; image_url: string } }) {
  if (post.image_url === '') return <CourseCover id={post.blog_id} className="absolute inset-0 size-full" />
  return (
    <img src={uploadPath(post.image_url)} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
  )
}
