import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync('src/web/theme/tokens.css', 'utf8')

/** The values of a theme: `body.light { --chart: #b86f00; … }`. */
function readTheme(name: string): Map<string, string> {
  const block = new RegExp(`^body\\.${name} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[\da-f]{6})/g)].map(([, token = '', value = '']) => [token, value]),
  )
}

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, 1 to 21. */
function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['dark', 'light'])('the %s theme', (name) => {
  const theme = readTheme(name)
  const contrast = (token: string, background: string) =>
    getContrast(theme.get(token) ?? 'missing', theme.get(background) ?? 'missing')

  test.each(['chart', 'border-strong', 'accent-text', 'info', 'success'])(
    'has 3:1 for lines and bars in %s',
    (token) => {
      for (const background of ['bg', 'surface']) expect(contrast(token, background)).toBeGreaterThanOrEqual(3)
    },
  )

  test('has 3:1 for bars on their track', () => {
    expect(contrast('chart', 'raised')).toBeGreaterThanOrEqual(3)
  })

  test.each(['text', 'muted', 'accent-text', 'success', 'danger', 'info'])('has 4.5:1 for text in %s', (token) => {
    for (const background of ['bg', 'surface']) expect(contrast(token, background)).toBeGreaterThanOrEqual(4.5)
  })
})
