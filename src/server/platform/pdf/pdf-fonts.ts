import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { woffToSfnt } from './woff-to-sfnt.ts'

export type TextStyle = 'heading' | 'text' | 'bold'

interface FontFamily {
  /** An npm package of fontsource.org: WOFF files of some hundred characters each. */
  packageName: string
  weights: Partial<Record<TextStyle, number>>
}

/** The first one that has a character draws it. */
const FAMILIES: FontFamily[] = [
  { packageName: '@fontsource/fraunces', weights: { heading: 600 } },
  { packageName: '@fontsource/instrument-sans', weights: { text: 400, bold: 600 } },
  // Cyrillic, Greek, Devanagari and Vietnamese.
  { packageName: '@fontsource/noto-sans', weights: { text: 400, heading: 600, bold: 600 } },
  // Arabic, Persian and Urdu.
  { packageName: '@fontsource/vazirmatn', weights: { text: 400, heading: 600, bold: 600 } },
  // Hebrew.
  { packageName: '@fontsource/alef', weights: { text: 400, heading: 700, bold: 700 } },
  // Chinese and Japanese.
  { packageName: '@fontsource/chocolate-classical-sans', weights: { text: 400, heading: 400, bold: 400 } },
  // Korean.
  { packageName: '@fontsource/gowun-dodum', weights: { text: 400, heading: 400, bold: 400 } },
]

interface FontFile {
  path: string
  ranges: [first: number, last: number][]
}

interface OpenFont {
  file: Buffer
  font: Font
}

const require = createRequire(join(PROJECT_ROOT, 'package.json'))
const fontFiles = new Map<string, FontFile[]>()
const openFonts = new Map<string, OpenFont>()
const foundFonts = new Map<string, string | null>()
const MAX_KNOWN_CHARACTERS = 20_000

/** The path of a font that has all these characters, or null. A combining mark needs its letter's font. */
export function findFont(characters: string, style: TextStyle): string | null {
  const key = `${style} ${characters}`
  const known = foundFonts.get(key)
  if (known !== undefined) return known
  const found = searchFont(characters, style)
  if (foundFonts.size >= MAX_KNOWN_CHARACTERS) foundFonts.clear()
  foundFonts.set(key, found)
  return found
}

function searchFont(characters: string, style: TextStyle): string | null {
  const codePoints = [...characters].map((character) => character.codePointAt(0) ?? 0)
  for (const { packageName, weights } of FAMILIES) {
    const weight = weights[style]
    if (weight === undefined) continue
    for (const { path, ranges } of listFiles(packageName, weight)) {
      const isListed = codePoints.every((one) => ranges.some(([first, last]) => one >= first && one <= last))
      if (isListed && codePoints.every((one) => openFont(path).font.hasGlyphForCodePoint(one))) return path
    }
  }
  return null
}

function listFiles(packageName: string, weight: number): FontFile[] {
  const key = `${packageName} ${weight}`
  const files = fontFiles.get(key) ?? readFileList(packageName, weight)
  fontFiles.set(key, files)
  return files
}

/** `unicode.json` names the characters of each file: `{ "latin": "U+0000-00FF,U+0131" }`, or `"[4]"` for a numbered file. */
function readFileList(packageName: string, weight: number): FontFile[] {
  const subsets = JSON.parse(readFileSync(require.resolve(`${packageName}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  const family = packageName.split('/')[1] ?? ''
  const listed = Object.entries(subsets).map(([subset, text]) => ({
    path: require.resolve(`${packageName}/files/${family}-${subset.replace(/[[\]]/g, '')}-${weight}-normal.woff`),
    ranges: text.split(',').map(parseRange),
  }))
  // The most common letters first: another file of the family may repeat some of them.
  return listed.sort((one, other) => Number(isLatin(other.path)) - Number(isLatin(one.path)))
}

const isLatin = (path: string) => path.includes('-latin-')

function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [parseInt(first, 16), parseInt(last, 16)]
}

/** The font is read once, and parsed again for each document. */
export function loadFont(path: string): Buffer {
  return openFont(path).file
}

export const hasSpace = (path: string): boolean => path !== '' && openFont(path).font.hasGlyphForCodePoint(0x20)

function openFont(path: string): OpenFont {
  const known = openFonts.get(path)
  if (known) return known
  const file = woffToSfnt(readFileSync(path))
  const opened = { file, font: create(file) as Font }
  openFonts.set(path, opened)
  return opened
}
