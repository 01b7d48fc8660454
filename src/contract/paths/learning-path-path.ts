import { paths } from '#contract/paths.ts'
import { toSlugSegment } from '#contract/text/slug.ts'

/** The public page, `/paths/{id}-{slug}`. */
export function learningPathPath(path: { path_id: number; title: string }): string {
  return `${paths.learningPaths}/${toSlugSegment(path.path_id, path.title)}`
}

/** Where a student buys all courses of a path. */
export function checkoutPathPath(path: { path_id: number }): string {
  return `${paths.checkout}/path/${path.path_id}`
}
