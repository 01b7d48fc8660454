import { LIMITS } from '#contract/limits.ts'
import { uploadPath } from '#contract/paths.ts'

/** What the browser's file picker offers; the server looks at the content. */
export const VIDEO_ACCEPT = 'video/mp4,video/webm,.mp4,.webm'
export const CAPTIONS_ACCEPT = '.vtt,text/vtt'

/** What is wrong with a file, at once and by its name. */
export function validateVideo({ name, size }: File): string | undefined {
  if (!/\.(mp4|webm)$/i.test(name)) return 'A video is an .mp4 or .webm file'
  if (size > LIMITS.lessonFileBytes) return 'A video can have at most 2 GB'
  return undefined
}

export function validateCaptions({ name, size }: File): string | undefined {
  if (!/\.vtt$/i.test(name)) return 'Captions are a .vtt file'
  if (size > LIMITS.captionsBytes) return 'Captions can have at most 1 MB'
  return undefined
}

/** A file of ours, as opposed to an address elsewhere. */
export const isUploaded = (url: string) => url.startsWith(uploadPath(''))
