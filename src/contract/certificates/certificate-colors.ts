interface TextColors {
  ink: string
  /** Of labels and dates. */
  muted: string
}

const DARK: TextColors = { ink: '#1a2136', muted: '#525b74' }
const LIGHT: TextColors = { ink: '#ffffff', muted: '#dfe3ec' }
/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5

/** The text’s colours on a certificate; null where neither dark nor light text is readable. */
export function getTextColors(background: string): TextColors | null {
  return [DARK, LIGHT].find(({ muted }) => getContrast(muted, background) >= MIN_CONTRAST) ?? null
}

function getContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** @param color such as `#1a2136` */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
