/** Longer ones are cut: a letter of some scripts takes nine characters of a URL. */
const MAX_SLUG_LETTERS = 80

/** `{id}-{title in lower case, with dashes}`, the last segment of a public page's path. */
export function toSlugSegment(id: number, title: string): string {
  const slug = title
    .normalize('NFKD')
    // Accents only: in other scripts marks are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const shortSlug = [...slug].slice(0, MAX_SLUG_LETTERS).join('').replace(/^-|-$/g, '')
  return `${id}${shortSlug === '' ? '' : `-${encodeURIComponent(shortSlug)}`}`
}
