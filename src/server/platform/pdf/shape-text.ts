import type { Font, Glyph } from 'fontkit'

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
  /** Of the glyph itself, without kerning. */
  advanceWidth: number
}

/** What pdfkit 0.20.2 keeps of an embedded font. It is not in its types. */
export interface PdfFont {
  font: Font
  /** From font units to thousandths of the size. */
  scale: number
  subset: { glyphs: number[] }
  /** By the glyph’s number in the subset, as `unicode`. */
  widths: number[]
  /** What a reader copies. */
  unicode: number[][]
  encode(text: string): [codes: string[], positions: Position[]]
}

/** A glyph that stands for one letter. All measures are thousandths of the size. */
interface Sign {
  glyphId: number
  letter: number
  /** Of the glyph itself. */
  width: number
  /** To the next sign. */
  advance: number
}

interface ShapedText {
  /** From left to right. */
  signs: Sign[]
  /** Marks above and below letters. */
  shapes: { path: string; x: number; y: number }[]
  width: number
}

interface Direction {
  isRightToLeft: boolean
  /** The text as it is drawn: with mirrored brackets. */
  drawn: string
}

const known = new WeakMap<PdfFont, Map<string, ShapedText>>()

/**
 * The text’s glyphs. Readers copy what a glyph stands for, guess the order from its place, and fail where it stands for
 * several letters or is moved. So each sign is one letter: the other letters of a ligature are invisible signs, and so
 * are marks, which are drawn as shapes.
 */
export function shapeText(pdfFont: PdfFont, text: string, { isRightToLeft, drawn }: Direction): ShapedText {
  const texts = known.get(pdfFont) ?? new Map<string, ShapedText>()
  known.set(pdfFont, texts)
  const key = `${isRightToLeft} ${text}`
  const found = texts.get(key)
  if (found) return found
  const { font, scale } = pdfFont
  const { glyphs, positions } = font.layout(drawn, undefined, undefined, undefined, isRightToLeft ? 'rtl' : 'ltr')
  const letters = dealLetters(glyphs, text, isRightToLeft)
  const blankId = font.glyphForCodePoint(0x20).id
  const shaped: ShapedText = { signs: [], shapes: [], width: 0 }
  glyphs.forEach((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const [first, ...others] = letters[index] ?? []
    // A mark without an advance may stand where the pen is: it is not moved, and must be drawn all the same.
    const isShape = xOffset !== 0 || yOffset !== 0 || xAdvance === 0 || first === undefined
    if (isShape) shaped.shapes.push({ path: glyph.path.toSVG(), x: shaped.width + xOffset * scale, y: yOffset * scale })
    const width = isShape ? 0 : glyph.advanceWidth * scale
    const advance = xAdvance * scale
    const previous = shaped.signs.at(-1)
    if (first !== undefined) shaped.signs.push({ glyphId: isShape ? blankId : glyph.id, letter: first, width, advance })
    else if (previous) previous.advance += advance
    for (const letter of others) shaped.signs.push({ glyphId: blankId, letter, width: 0, advance: 0 })
    shaped.width += advance
  })
  texts.set(key, shaped)
  return shaped
}

/** As many letters as each glyph stands for, in the order in which readers copy them. */
function dealLetters(glyphs: Glyph[], text: string, isRightToLeft: boolean): number[][] {
  const letters = [...text].map((character) => character.codePointAt(0) ?? 0)
  // Readers reverse what is written from right to left.
  if (isRightToLeft) letters.reverse()
  const counts = glyphs.map(({ codePoints }) => codePoints.length)
  const isComplete = counts.reduce((sum, count) => sum + count, 0) === letters.length
  return isComplete ? counts.map((count) => letters.splice(0, count)) : glyphs.map(({ codePoints }) => codePoints)
}

const numbers = new WeakMap<PdfFont, Map<string, number>>()

/** Adds the signs to the font’s subset. A glyph that stands for several letters is there several times. */
export function encodeSigns(pdfFont: PdfFont, signs: Sign[]): [string[], Position[]] {
  const { subset, widths, unicode } = pdfFont
  const added = numbers.get(pdfFont) ?? new Map<string, number>()
  numbers.set(pdfFont, added)
  const codes = signs.map(({ glyphId, letter, width }) => {
    const key = `${glyphId} ${letter} ${width}`
    const number = added.get(key) ?? subset.glyphs.push(glyphId) - 1
    added.set(key, number)
    widths[number] = width
    unicode[number] = [letter]
    return number.toString(16).padStart(4, '0')
  })
  const positions = signs.map(({ width, advance }) => ({
    ...{ xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0 },
    advanceWidth: width,
  }))
  return [codes, positions]
}
