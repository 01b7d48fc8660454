import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'

/** The course's columns from the form. */
export function toCourseValues({
  title,
  description,
  price,
  discount,
  category,
  tabs,
  materials,
  details,
  lesson_order: lessonOrder,
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
    // Omitted, a new course has the column's default and an existing one does not change.
    ...(isPublic !== undefined && { isPublic }),
    ...(details !== undefined && { details }),
    ...(lessonOrder !== undefined && { lessonOrder }),
  }
}

/** A client that does not send `public`, such as one written to the spec, still gets a public course. */
export function rejectPublishingWithoutLessons({
  public: isPublic,
  materials,
}: Pick<ParsedInput<'addCourse'>, 'public' | 'materials'>): void {
  if (isPublic === true && materials.length === 0)
    throw new AppError('invalid_input', { text: 'Add a lesson before you publish the course' })
}

/** A page of this site in the lesson's frame could act as the signed-in student. */
export function rejectOwnPages(materials: readonly { url: string }[], publicUrl: string): void {
  const isOwnPage = ({ url }: { url: string }) => URL.canParse(url) && new URL(url).origin === publicUrl
  if (materials.some(isOwnPage))
    throw new AppError('invalid_input', { text: 'A lesson URL can’t be a page of this site' })
}

/** URLs of the uploaded videos, documents and captions. */
export function getUploadedFileUrls(materials: readonly { url: string; captions?: string | undefined }[]): string[] {
  return materials.flatMap(({ url, captions = '' }) => [url, captions]).filter((url) => url.startsWith('/'))
}
