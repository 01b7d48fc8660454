import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from './colors.ts'

const tokens = readFileSync('src/web/theme/tokens.css', 'utf8')
const css = readFileSync('src/web/features/rich-text/text-colors.css', 'utf8')

const readToken = (text: string, theme: string, token: string) =>
  new RegExp(`^body\\.${theme} \\{[^}]*--${token}: (#[\\da-f]{6})`, 'm').exec(text)?.[1] ?? 'missing'

const getChannels = (color: string) => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

function getLuminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function getContrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The custom property that text of a stored color has. */
const findProperty = (color: string) =>
  [...css.matchAll(/([^}]*)\{\s*color: var\(--(post-\w+)\) !important;/g)].find(([, selector = '']) => {
    const declaration = `color: rgb(${getChannels(color).join(', ')})`
    return selector.includes(`[style^='${declaration}']`) && selector.includes(`[style*=' ${declaration}']`)
  })?.[2] ?? 'missing'

/** As the style sheet lightens it. */
function lighten(highlight: string): number[] {
  const gray = /linear-gradient\((#[\da-f]{6}), \1\);\s*background-blend-mode: lighten/.exec(css)?.[1] ?? '#000000'
  const floor = getChannels(gray)
  return getChannels(highlight).map((channel, index) => Math.max(channel, floor[index] ?? 0))
}

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  it.each(Object.keys(TEXT_COLORS))('text in %s has 4.5:1', (color) => {
    const shade = getChannels(readToken(css, theme, findProperty(color)))
    for (const background of ['bg', 'surface', 'raised'])
      expect(getContrast(shade, getChannels(readToken(tokens, theme, background)))).toBeGreaterThanOrEqual(4.5)
  })

  it.each([...Object.keys(HIGHLIGHT_COLORS), '#000000', '#5c0000', '#0047b2'])('text on %s has 4.5:1', (highlight) => {
    const text = getChannels(readToken(tokens, theme, 'on-accent'))
    expect(getContrast(lighten(highlight), text)).toBeGreaterThanOrEqual(4.5)
  })
})

it('keeps the colors of offered highlights but for the least of a channel', () => {
  for (const highlight of Object.keys(HIGHLIGHT_COLORS))
    for (const [index, channel] of getChannels(highlight).entries())
      expect((lighten(highlight)[index] ?? 0) - channel).toBeLessThanOrEqual(26)
})
