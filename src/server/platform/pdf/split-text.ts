import bidiFactory from 'bidi-js'
import { findFont, hasSpace, type TextStyle } from './pdf-fonts.ts'

export interface Run {
  text: string
  font: string
  isRightToLeft: boolean
}

const bidi = bidiFactory()
const REPLACEMENT = '?'
/** Emoji, and characters that only steer the layout of others. The legal marks are letters here. */
const UNDRAWN =
  /(?![\u00a9\u00ae\u2122\u200c\u200d])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3|\p{Cf})/gu
/** They join and separate letters of these scripts only. */
const NEEDLESS_JOINERS = /(?<![\p{Script=Arabic}\p{Script=Devanagari}])[\u200c\u200d]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a line by the fonts that draw it and by direction, and puts the parts in order from left to right. Emoji are left
 * out; what no font has becomes a question mark.
 */
export function splitText(text: string, style: TextStyle, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): Run[] {
  const plain = text.normalize('NFC').replace(UNDRAWN, '').replace(NEEDLESS_JOINERS, '').replace(/\s+/g, ' ')
  const { levels } = bidi.getEmbeddingLevels(plain, direction)
  const runs: (Run & { level: number })[] = []
  for (const { segment, index } of graphemes.segment(plain)) {
    const found = findFont(segment, style)
    const font = found ?? findFont(REPLACEMENT, style) ?? ''
    const drawn = found === null ? REPLACEMENT : segment
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    // A space has no look of its own, so it stays with the word before it.
    if (last?.level === level && (last.font === font || (drawn === ' ' && hasSpace(last.font)))) last.text += drawn
    else runs.push({ text: drawn, font, level, isRightToLeft: level % 2 === 1 })
  }
  return toVisualOrder(runs)
}

/** Rule L2 of the Unicode bidirectional algorithm, for whole runs. */
function toVisualOrder<Item extends { level: number }>(items: Item[]): Item[] {
  const ordered = [...items]
  const highest = Math.max(0, ...items.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  return ordered
}

/** Brackets open to the other side when they are written from right to left. */
export const mirror = (text: string) =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')

export const getDirection = (text: string): 'ltr' | 'rtl' =>
  bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
