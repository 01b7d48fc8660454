// What the content security policy (http/security-headers.ts) and the players refuse, told before it is saved.

/** Why a lesson with this address will not play for students. */
export type LessonAddressProblem = 'not_secure' | 'not_a_video'

/** In the syntax that regular expressions of JavaScript and PostgreSQL share. */
export const UNPLAYABLE_EXTENSION = '\\.(avi|wmv|flv|mkv|mpe?g|3gp|vob|rm|swf|docx?|pptx?|pdf|zip)$'
const UNPLAYABLE_FILE = new RegExp(UNPLAYABLE_EXTENSION, 'i')

/** Null when nothing speaks against the address; whether it answers is known only in a browser. */
export function findLessonAddressProblem(url: string): LessonAddressProblem | null {
  const [, protocol] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? []
  if (protocol === undefined) return null
  if (protocol.toLowerCase() !== 'https') return 'not_secure'
  return UNPLAYABLE_FILE.test(url.replace(/[?#].*$/s, '')) ? 'not_a_video' : null
}

const INLINE_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i

/** True for a picture that pages may show: https, an uploaded file, or an inline picture. */
export function isAllowedPicture(src: string): boolean {
  return /^https:\/\//i.test(src) || /^\/uploads\/[\w.-]+$/.test(src) || INLINE_PICTURE.test(src)
}
