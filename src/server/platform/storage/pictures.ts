import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, courses, users } from '#server/platform/db/schema.ts'
import { syncFolder } from './sync-folder.ts'

/** Shown at 250 px, doubled for high-density screens. */
const AVATAR_PX = 500
const COVER_WIDTH_PX = 1_600
/** WebP allows 16,383. */
const COVER_HEIGHT_PX = 3_200
/** 160 MB as RGBA in memory. */
const MAX_PIXELS = 40_000_000
/** Pictures encoded at once. */
const MAX_CONCURRENT = 1
/** Open and cached pages may show a replaced picture for a while. */
const UNUSED_RETENTION_MS = 24 * 3_600_000

export const PICTURE_NAME = /^[0-9a-f]{32}\.(webp|png|jpg)$/

/** Loaded on first use: libvips is large, and most processes never need it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No picture is encoded twice.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export type PictureUse = 'profile' | 'cover'

/** Pictures under `/uploads/`: detected by content, re-encoded and given a random name. */
export class Pictures {
  readonly #folder: string
  #activeCount = 0
  readonly #waiters: (() => void)[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Stores a picture, without its metadata, and returns its name. */
  async save(bytes: Uint8Array, use: PictureUse): Promise<string> {
    if (!isPicture(bytes)) throw new AppError('not_a_picture')
    const picture = await this.#runLimited(() => encode(bytes, use))
    const name = `${randomBytes(16).toString('hex')}.webp`
    const path = join(this.#folder, name)
    const file = await open(`${path}.part`, 'wx', 0o600)
    try {
      await file.writeFile(picture)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
    await syncFolder(this.#folder)
    return name
  }

  /** Starts the retention period after which `removeUnused` removes the picture. */
  async markUnused(name: string): Promise<void> {
    if (!PICTURE_NAME.test(name)) return
    const now = new Date()
    await utimes(join(this.#folder, name), now, now).catch(() => null)
  }

  /** Removes unused pictures and partial files that are at least a day old. Returns their number. */
  async removeUnused(db: Db, now = Date.now()): Promise<number> {
    const names = (await readdir(this.#folder)).filter((name) => PICTURE_NAME.test(name.replace(/\.part$/, '')))
    let removed = 0
    for (let from = 0; from < names.length; from += 500) {
      const batch = names.slice(from, from + 500)
      const used = await findUsedNames(db, batch)
      for (const name of batch) {
        if (used.has(name)) continue
        const path = join(this.#folder, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
        if (now - mtimeMs < UNUSED_RETENTION_MS) continue
        await rm(path, { force: true })
        removed++
      }
    }
    return removed
  }

  async #runLimited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#activeCount >= MAX_CONCURRENT) await new Promise<void>((resolve) => this.#waiters.push(resolve))
    else this.#activeCount++
    try {
      return await task()
    } finally {
      const next = this.#waiters.shift()
      if (next) next()
      else this.#activeCount--
    }
  }
}

async function findUsedNames(db: Db, names: string[]): Promise<Set<string>> {
  const found = await Promise.all([
    ...[users, courses, blogs].map((table) =>
      db.select({ name: table.imageUrl }).from(table).where(inArray(table.imageUrl, names)),
    ),
    findNamesInPosts(db),
  ])
  return new Set(found.flat().map(({ name }) => name))
}

function findNamesInPosts(db: Db): Promise<{ name: string }[]> {
  const name = sql<string>`(regexp_matches(${blogs.content}, '/uploads/([0-9a-f]{32}\\.webp)', 'g'))[1]`
  return db.select({ name }).from(blogs)
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Checks the magic bytes first: sharp would also decode SVG, PDF and more. */
function isPicture(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    startsWith(bytes, 'GIF87a') ||
    startsWith(bytes, 'GIF89a') ||
    (startsWith(bytes, 'ftyp', 4) && /^(avif|avis|mif1)/.test(Buffer.from(bytes.subarray(8, 12)).toString('latin1')))
  )
}

const FORMATS: readonly (string | undefined)[] = ['png', 'jpeg', 'webp', 'gif', 'heif', 'avif']

async function encode(bytes: Uint8Array, use: PictureUse): Promise<Buffer> {
  const sharp = await loadSharp()
  const read = (limitInputPixels: number | false): Sharp =>
    sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true })
  try {
    // Only the header, so that an oversized picture gets its own error.
    const { format, width, height } = await read(false).metadata()
    if (!FORMATS.includes(format)) throw new AppError('not_a_picture')
    if (width * height > MAX_PIXELS)
      throw new AppError('bad_picture', { text: 'The picture is too large. The limit is 40 megapixels' })
    const upright = read(MAX_PIXELS).autoOrient()
    const sized =
      use === 'profile'
        ? upright.resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        : upright.resize(COVER_WIDTH_PX, COVER_HEIGHT_PX, { fit: 'inside', withoutEnlargement: true })
    return await sized.webp({ quality: 84 }).toBuffer()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad_picture', { cause })
  }
}
