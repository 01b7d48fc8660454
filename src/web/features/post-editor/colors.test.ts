import { expect, it } from 'vitest'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from './colors.ts'

/** Of both themes: the page's background and a card's. */
const BACKGROUNDS = ['#0a0f1f', '#121a30', '#faf7f1', '#ffffff']
/** Of highlighted text. */
const ON_ACCENT = '#1a1200'

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each(Object.keys(TEXT_COLORS))('text in %s is visible in both themes', (color) => {
  for (const background of BACKGROUNDS) expect(getContrast(color, background)).toBeGreaterThan(3.5)
})

it.each(Object.keys(HIGHLIGHT_COLORS))('text on %s can be read', (color) => {
  expect(getContrast(color, ON_ACCENT)).toBeGreaterThan(4.5)
})
