import { findFont, loadFont, type TextStyle } from './pdf-fonts.ts'

export interface TextOptions {
  size: number
  style?: TextStyle
  color?: string
  /** Where x is: at the start of the text, or at its end. */
  align?: 'left' | 'right'
}

interface Run {
  text: string
  font: string
}

interface ParagraphOptions extends TextOptions {
  width: number
  lineHeight: number
  /** Longer text ends with an ellipsis. */
  maxLines?: number
}

const REPLACEMENT = '?'
const ELLIPSIS = '…'
/** Emoji, and characters that only steer the layout of others. The legal marks are letters here. */
const UNDRAWN =
  /(?![\u00a9\u00ae\u2122])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3|\p{Cf})/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Splits text by the fonts that draw it. Emoji are left out; what no font has becomes a question mark. */
export function splitByFont(text: string, style: TextStyle): Run[] {
  const runs: Run[] = []
  const plain = text.normalize('NFC').replace(UNDRAWN, '').replace(/\s+/g, ' ')
  for (const { segment } of graphemes.segment(plain)) {
    const found = findFont(segment, style)
    const font = found ?? findFont(REPLACEMENT, style) ?? ''
    const drawn = found === null ? REPLACEMENT : segment
    const last = runs.at(-1)
    // A space has no look of its own, so it stays with the word before it.
    if (last && (last.font === font || drawn === ' ')) last.text += drawn
    else runs.push({ text: drawn, font })
  }
  return runs
}

/** Draws one line without breaking it, with its letters standing on `baseline`. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  baseline: number,
  options: TextOptions,
): void {
  const { size, style = 'text', color = '#000000', align = 'left' } = options
  const runs = splitByFont(text, style)
  let left = align === 'right' ? x - measureRuns(doc, runs, size) : x
  for (const run of runs) {
    useFont(doc, run.font).fontSize(size).fillColor(color)
    doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(run.text)
  }
}

/** Draws text in lines of at most `width`, and returns the baseline of the line after the last. */
export function drawParagraph(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  baseline: number,
  options: ParagraphOptions,
): number {
  let next = baseline
  for (const line of breakLines(doc, text, options)) {
    drawLine(doc, line, x, next, options)
    next += options.lineHeight
  }
  return next
}

export function measureText(doc: PDFKit.PDFDocument, text: string, { size, style = 'text' }: TextOptions): number {
  return measureRuns(doc, splitByFont(text, style), size)
}

function measureRuns(doc: PDFKit.PDFDocument, runs: Run[], size: number): number {
  return runs.reduce((sum, { text, font }) => sum + useFont(doc, font).fontSize(size).widthOfString(text), 0)
}

const registeredFonts = new WeakMap<PDFKit.PDFDocument, Set<string>>()

function useFont(doc: PDFKit.PDFDocument, path: string): PDFKit.PDFDocument {
  const registered = registeredFonts.get(doc) ?? new Set()
  registeredFonts.set(doc, registered)
  if (!registered.has(path)) {
    doc.registerFont(path, loadFont(path))
    registered.add(path)
  }
  return doc.font(path)
}

function breakLines(doc: PDFKit.PDFDocument, text: string, options: ParagraphOptions): string[] {
  const { width, maxLines = Infinity } = options
  const lines: string[] = []
  let line = ''
  for (const part of splitIntoParts(text).flatMap((part) => breakLongPart(doc, part, options))) {
    if (line !== '' && measureText(doc, (line + part).trimEnd(), options) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  let last = kept.pop() ?? ''
  while (last !== '' && measureText(doc, last + ELLIPSIS, options) > width) last = [...last].slice(0, -1).join('')
  return [...kept, last.trimEnd() + ELLIPSIS]
}

/** Words with the spaces and marks after them: a line may begin with each part. */
function splitIntoParts(text: string): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of words.segment(text.trim())) {
    const last = parts.at(-1)
    const isBegun = last !== undefined && /[^\s]$/.test(last) && /[\p{P}\p{S}]$/u.test(last) && isWordLike
    if (last === undefined || (isWordLike && !isBegun)) parts.push(segment)
    else parts[parts.length - 1] = last + segment
  }
  return parts
}

/** A word that is wider than a whole line is cut. */
function breakLongPart(doc: PDFKit.PDFDocument, part: string, options: ParagraphOptions): string[] {
  if (measureText(doc, part.trimEnd(), options) <= options.width) return [part]
  const pieces = ['']
  for (const { segment } of graphemes.segment(part)) {
    const piece = pieces.at(-1) ?? ''
    if (piece !== '' && measureText(doc, (piece + segment).trimEnd(), options) > options.width) pieces.push(segment)
    else pieces[pieces.length - 1] = piece + segment
  }
  return pieces
}
