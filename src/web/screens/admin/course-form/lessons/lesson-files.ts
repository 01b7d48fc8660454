import { LIMITS } from '#contract/limits.ts'
import { uploadPath } from '#contract/paths.ts'

/** Only filters the file picker: the server checks the content. */
export const VIDEO_ACCEPT = 'video/mp4,video/webm,.mp4,.webm'
export const CAPTIONS_ACCEPT = '.vtt,text/vtt'

/** A quick check by name and size, before the upload. */
export function validateVideo({ name, size }: File): string | undefined {
  if (!/\.(mp4|webm)$/i.test(name)) return 'Choose an .mp4 or .webm file'
  if (size > LIMITS.lessonFileBytes) return 'The video is too large. The limit is 2 GB.'
  return undefined
}

export function validateCaptions({ name, size }: File): string | undefined {
  if (!/\.vtt$/i.test(name)) return 'Choose a .vtt file'
  if (size > LIMITS.captionsBytes) return 'The captions are too large. The limit is 1 MB.'
  return undefined
}

/** An uploaded file rather than a link. */
export const isUploaded = (url: string) => url.startsWith(uploadPath(''))
