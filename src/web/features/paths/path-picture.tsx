import { uploadPath } from '#contract/paths.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'

interface PathPictureProps {
  path: Pick<Path, 'path_id' | 'image_url'>
  className?: string
  /** For the largest picture of a first screen. */
  isEager?: boolean
}

/** The path's picture, or a cover drawn from its id. Fills its box. */
export function PathPicture({ path, className = '', isEager = false }: PathPictureProps) {
  const fill = `absolute inset-0 size-full object-cover ${className}`
  if (!path.image_url) return <CourseCover id={path.path_id} className={fill} />
  const loading = isEager ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  return <img src={uploadPath(path.image_url)} alt="" {...loading} className={fill} />
}
