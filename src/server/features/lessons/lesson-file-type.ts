import type { FileHandle } from 'node:fs/promises'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'

export const LESSON_FILE_TYPES = ['webm', 'mp4', 'vtt', 'pdf', 'file'] as const
/** `file` is any other document. Its name is the lesson's, and it is only ever sent as a download. */
export type LessonFileType = (typeof LESSON_FILE_TYPES)[number]

export const LESSON_FILE_NAME = new RegExp(`^[0-9a-f]{32}\\.(${LESSON_FILE_TYPES.join('|')})$`)

/** Bytes needed to detect the type. */
const HEAD_BYTES = 4_096

/** Major or compatible brands of ISO media files that browsers play. */
const VIDEO_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|dash|MSNV|cmf[2c])$/
/** QuickTime, audio and still images. */
const REJECTED_BRANDS = /^(qt {2}|M4[ABP] |heic|heix|mif1|msf1|avif|avis)$/
const WEBVTT = /^\ufeff?WEBVTT(?=$|[ \t\r\n\0])/

/**
 * Detects the type of a partly uploaded file, or returns null while too little has arrived. Checked early, so that an
 * unplayable 2 GB video is refused after its first part.
 */
export async function detectFileType(
  file: FileHandle,
  { offset, size, isDocument }: { offset: number; size: number; isDocument: boolean },
): Promise<LessonFileType | null> {
  if (offset < Math.min(size, HEAD_BYTES)) return null
  const head = Buffer.alloc(HEAD_BYTES)
  await file.read(head, 0, HEAD_BYTES, 0)
  if (isDocument) return head.toString('latin1', 0, 5) === '%PDF-' ? 'pdf' : 'file'
  const type = detectTypeByHeader(head)
  if (type === null) throw new AppError('not_a_lesson_file')
  if (type !== 'vtt') return type
  if (size > LIMITS.captionsBytes)
    throw new AppError('too_large', { text: 'The captions are too large. The limit is 1 MB' })
  if (offset === size) await validateCaptions(file, size)
  return type
}

/** Null for an unsupported type. A shorter file is padded with zeros. */
function detectTypeByHeader(head: Buffer): LessonFileType | null {
  if (WEBVTT.test(head.toString('utf8', 0, 20))) return 'vtt'
  if (head.readUInt32BE(0) === EBML_MAGIC) return isWebm(head) ? 'webm' : null
  return isMp4(head) ? 'mp4' : null
}

async function validateCaptions(file: FileHandle, size: number): Promise<void> {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  try {
    if (new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')) throw new AppError('not_a_lesson_file')
  } catch (cause) {
    throw new AppError('not_a_lesson_file', { text: 'Captions must be UTF-8 text', cause })
  }
}

const EBML_MAGIC = 0x1a45dfa3
/** The DocType element: id, length and text. Other Matroska files have `matroska` here. */
const DOC_TYPE_WEBM = /\x42\x82(?:\x84|\x40\x04|\x10\x00\x00\x04|\x01\x00\x00\x00\x00\x00\x00\x04)webm/

const isWebm = (head: Buffer) => DOC_TYPE_WEBM.test(head.toString('latin1', 4, 100))

/** The first box is `ftyp`: size, name, major brand, version, compatible brands. */
function isMp4(head: Buffer): boolean {
  const size = head.readUInt32BE(0)
  if (head.toString('latin1', 4, 8) !== 'ftyp' || size < 16 || size > 1_024) return false
  const brand = (at: number) => head.toString('latin1', at, at + 4)
  if (REJECTED_BRANDS.test(brand(8))) return false
  const brands = [brand(8)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(brand(at))
  return brands.some((one) => VIDEO_BRANDS.test(one))
}
