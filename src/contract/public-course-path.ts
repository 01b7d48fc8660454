import { paths } from './paths.ts'

/** Longer ones are cut: a letter of some scripts takes nine characters of a URL. */
const MAX_SLUG_LETTERS = 80

/** The public page, `/courses/{id}-{slug}`. */
export function publicCoursePath(course: { course_id: number; title: string }): string {
  const slug = course.title
    .normalize('NFKD')
    // Accents only: in other scripts marks are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const shortSlug = [...slug].slice(0, MAX_SLUG_LETTERS).join('').replace(/^-|-$/g, '')
  return `${paths.publicCourse}/${course.course_id}${shortSlug === '' ? '' : `-${encodeURIComponent(shortSlug)}`}`
}
