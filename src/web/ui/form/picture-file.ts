import { ERRORS } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#contract/choices.ts'

/** A picture that is to be sent. */
export interface Picture {
  blob: Blob
  /** As a data: address: the content security policy lets no blob: picture show. */
  dataUrl: string
}

/** What is wrong with a file, at once and by its name; the server looks at the content. */
export function validatePictureFile(file: File): string | undefined {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return ERRORS.not_a_picture[1]
  if (file.size > LIMITS.uploadBytes) return `A picture can have at most ${LIMITS.uploadBytes / 1024 / 1024} MB`
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
