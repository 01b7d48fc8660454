import { ERRORS } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#contract/choices.ts'

/** A picture to upload. */
export interface Picture {
  blob: Blob
  /** A data: URL, because the content security policy blocks blob: pictures. */
  dataUrl: string
}

/**
 * Checks the file's declared type and size; the server checks its content.
 * @param maxBytes more where only a part of the picture is uploaded
 */
export function validatePictureFile(file: File, maxBytes: number = LIMITS.uploadBytes): string | undefined {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return ERRORS.not_a_picture[1]
  if (file.size > maxBytes) return `The picture is too large. The limit is ${maxBytes / 1024 / 1024} MB`
  return undefined
}

export function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error(ERRORS.bad_picture[1])))
    reader.readAsDataURL(blob)
  })
}
