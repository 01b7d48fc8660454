import { ERRORS } from '#contract/errors.ts'

export interface CropRect {
  x: number
  y: number
  width: number
  height: number
}

/** Sharp at 250 by 250 CSS pixels on the densest screens. */
const MAX_SIDE_PX = 1000
const QUALITY = 0.9

/** The side in pixels of the square to upload. */
export function getCropSide(area: CropRect): number {
  return Math.min(MAX_SIDE_PX, Math.round(area.width))
}

/** Draws the area as a square: WebP, or JPEG where the browser cannot encode WebP. */
export async function cropPicture(image: HTMLImageElement, area: CropRect): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const side = getCropSide(area)
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error(ERRORS.bad_picture[1])
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const webp = await encodeCanvas(canvas, 'image/webp')
  if (webp.type === 'image/webp') return webp
  // JPEG has no transparency and would turn it black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  return encodeCanvas(canvas, 'image/jpeg')
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(ERRORS.bad_picture[1]))), type, QUALITY)
  })
}
