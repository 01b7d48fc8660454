import sharp, { type Sharp } from 'sharp'
import type { EncodeResult, PictureJob } from './messages.ts'

/** Shown at 250 px, doubled for high-density screens. */
const AVATAR_PX = 500
const COVER_WIDTH_PX = 1_600
/** WebP allows 16,383. */
const COVER_HEIGHT_PX = 3_200

/**
 * By format as sharp names it. AVIF needs up to 25 bytes of memory per pixel and GIF up to 6, the others 4 or less
 * unless they are interlaced.
 */
const MAX_MEGAPIXELS: Partial<Record<string, number>> = { png: 40, jpeg: 40, webp: 40, gif: 30, heif: 8.5, avif: 8.5 }

// No picture is encoded twice.
sharp.cache(false)
sharp.concurrency(1)

export async function encodePicture({ bytes, use }: PictureJob): Promise<EncodeResult> {
  const read = (limitInputPixels: number | false): Sharp =>
    sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true })
  try {
    // Only the header, so that an oversized picture gets its own error.
    const { format, width, height } = await read(false).metadata()
    const maxMegapixels = MAX_MEGAPIXELS[format]
    if (maxMegapixels === undefined) return { problem: { code: 'unsupported' } }
    const maxPixels = maxMegapixels * 1_000_000
    if (width * height > maxPixels) return { problem: { code: 'too_large', maxMegapixels } }
    const upright = read(maxPixels).autoOrient()
    const sized =
      use === 'profile'
        ? upright.resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        : upright.resize(COVER_WIDTH_PX, COVER_HEIGHT_PX, { fit: 'inside', withoutEnlargement: true })
    return { picture: await sized.webp({ quality: 84 }).toBuffer() }
  } catch (error) {
    return { problem: { code: 'unreadable', reason: String(error) } }
  }
}
