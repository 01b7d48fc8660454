// What the content security policy (http/security-headers.ts) and the players refuse, told before it is saved.

/** Why a lesson with this address will not play for students. */
export type LessonAddressProblem = 'not_secure' | 'not_a_video'

const UNPLAYABLE_FILE = /\.(avi|wmv|flv|mkv|mpe?g|3gp|vob|rm|swf|docx?|pptx?|pdf|zip)$/i

/** Null when nothing speaks against the address; whether it answers is known only in a browser. */
export function findLessonAddressProblem(url: string): LessonAddressProblem | null {
  if (!URL.canParse(url)) return null
  const { protocol, pathname } = new URL(url)
  if (protocol !== 'https:') return 'not_secure'
  return UNPLAYABLE_FILE.test(pathname) ? 'not_a_video' : null
}

const INLINE_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i

/** True for a picture that pages may show: https, an uploaded file, or an inline picture. */
export function isAllowedPicture(src: string): boolean {
  return /^https:\/\//i.test(src) || /^\/uploads\/[\w.-]+$/.test(src) || INLINE_PICTURE.test(src)
}
