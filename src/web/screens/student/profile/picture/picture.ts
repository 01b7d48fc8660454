import { ERRORS } from '#contract/errors.ts'
import { LIMITS } from '#contract/fields.ts'
import { PICTURE_TYPES } from '#contract/uploads.ts'

/** A picture that was chosen and cropped. */
export interface Picture {
  blob: Blob
  /** As a data: address: the content security policy lets no blob: picture show. */
  address: string
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Twice the screen's densest 250 by 250, and some. */
const MAX_SIDE_PX = 1000
const QUALITY = 0.9

/** What is wrong with a file, at once and by its name; the server looks at the content. */
export function problemOf(file: File): string | undefined {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return ERRORS.not_a_picture[1]
  if (file.size > LIMITS.uploadBytes) return `A picture can have at most ${LIMITS.uploadBytes / 1024 / 1024} MB`
  return undefined
}

export function readAsAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error(ERRORS.bad_picture[1])))
    reader.readAsDataURL(blob)
  })
}

/** The side of the square that is sent for an area of the original. */
export function sideOf(area: Area): number {
  return Math.min(MAX_SIDE_PX, Math.round(area.width))
}

/** Draws the area as a square. WebP, or JPEG where the browser cannot write that. */
export async function cropPicture(image: HTMLImageElement, area: Area): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const side = sideOf(area)
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error(ERRORS.bad_picture[1])
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const webp = await written(canvas, 'image/webp')
  if (webp.type === 'image/webp') return webp
  // JPEG knows no transparency and would make it black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  return written(canvas, 'image/jpeg')
}

function written(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(ERRORS.bad_picture[1]))), type, QUALITY)
  })
}
