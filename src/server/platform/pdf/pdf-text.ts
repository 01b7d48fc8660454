import { loadFont, type TextStyle } from './pdf-fonts.ts'
import { encodeSigns, type PdfFont, shapeText } from './shape-text.ts'
import { getDirection, mirror, type Run, splitText } from './split-text.ts'

export interface TextOptions {
  size: number
  style?: TextStyle
  color?: string
  /** Where x is: at the start of the text, or at its end. */
  align?: 'left' | 'center' | 'right'
  /** By default that of its first letter. */
  direction?: 'ltr' | 'rtl'
}

interface ParagraphOptions extends TextOptions {
  width: number
  lineHeight: number
  /** Longer text ends with an ellipsis. */
  maxLines?: number
}

const ELLIPSIS = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Draws one line without breaking it, with its letters standing on `baseline`. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  baseline: number,
  options: TextOptions,
): void {
  const { size, style = 'text', color = '#000000', align = 'left', direction } = options
  const runs = splitText(text, style, direction)
  const width = measureRuns(doc, runs, size)
  let left = x - { left: 0, center: width / 2, right: width }[align]
  doc.fillColor(color)
  for (const run of runs) {
    drawRun(doc, run, size, left, baseline)
    left += measureRun(doc, run, size)
  }
}

function drawRun(doc: PDFKit.PDFDocument, run: Run, size: number, x: number, baseline: number): void {
  useFont(doc, run.font).fontSize(size)
  const draw = () => doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
  const shaped = shapeRun(doc, run)
  if (shaped === null) return void draw()
  const font = getPdfFont(doc)
  // pdfkit has no other way to draw given glyphs.
  font.encode = () => encodeSigns(font, shaped.signs)
  draw()
  Reflect.deleteProperty(font, 'encode')
  const unit = size / 1_000
  for (const shape of shaped.shapes) {
    doc.save().translate(x + shape.x * unit, baseline - shape.y * unit)
    doc
      .scale(unit * font.scale, -unit * font.scale)
      .path(shape.path)
      .fill()
    doc.restore()
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
  const direction = options.direction ?? getDirection(text)
  for (const line of breakLines(doc, text, options)) {
    drawLine(doc, line, x, next, { ...options, direction })
    next += options.lineHeight
  }
  return next
}

export function measureText(doc: PDFKit.PDFDocument, text: string, { size, style = 'text' }: TextOptions): number {
  return measureRuns(doc, splitText(text, style), size)
}

const measureRuns = (doc: PDFKit.PDFDocument, runs: Run[], size: number) =>
  runs.reduce((sum, run) => sum + measureRun(doc, run, size), 0)

function measureRun(doc: PDFKit.PDFDocument, run: Run, size: number): number {
  useFont(doc, run.font).fontSize(size)
  const shaped = shapeRun(doc, run)
  return shaped === null ? doc.widthOfString(run.text) : (shaped.width * size) / 1_000
}

const WESTERN = /^[\u0020-\u00ff]*$/

/** Null for text that pdfkit draws right by itself: it copies as it is drawn. The run’s font is in use. */
function shapeRun(doc: PDFKit.PDFDocument, { text, isRightToLeft }: Run) {
  if (!isRightToLeft && WESTERN.test(text)) return null
  return shapeText(getPdfFont(doc), text, { isRightToLeft, drawn: isRightToLeft ? mirror(text) : text })
}

const getPdfFont = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: PdfFont })._font

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
