import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'

/** A course form's own columns. */
export function toCourseValues({
  title,
  description,
  price,
  discount,
  category,
  tabs,
  materials,
  public: isPublic,
}: ParsedInput<'addCourse'>) {
  return {
    title,
    description,
    priceCents: Math.round(price * 100),
    discount,
    category,
    tabs: tabs.join(','),
    lessonsCount: materials.length,
    // Left out, a new course is public by its column's default, and an old one stays what it is.
    ...(isPublic !== undefined && { isPublic }),
  }
}

/** A page of our own in a lesson's frame could act as the student: only files of ours are lessons, never our pages. */
export function rejectOwnPages(materials: readonly { url: string }[], publicUrl: string): void {
  const isOwnPage = ({ url }: { url: string }) => !url.startsWith('/') && new URL(url).origin === publicUrl
  if (materials.some(isOwnPage)) throw new AppError('invalid_input', { text: 'A page of this site cannot be a lesson' })
}

/** The uploaded files that these lessons play or show, by their addresses. */
export function getUploadedFileUrls(materials: readonly { url: string; captions: string }[]): string[] {
  return materials.flatMap(({ url, captions }) => [url, captions]).filter((address) => address.startsWith('/'))
}
