import { AMBER, TEXT, clamp, css } from './pen.js'

/** Breaks text into even lines in the largest size that fits, and reveals it from the left. */

function wrap(ctx, words, width) {
  const lines = []
  for (const word of words) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && ctx.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export function fit(ctx, text, { family, weight, sizes, leading, width, most }) {
  const words = text.split(' ')
  for (const size of sizes) {
    ctx.font = `${weight} ${size}px '${family}'`
    const lines = wrap(ctx, words, width)
    const overflow = lines.some((line) => ctx.measureText(line).width > width)
    if ((overflow || lines.length > most) && size !== sizes.at(-1)) continue
    // The narrowest width that needs no further line, which makes the lines even.
    let narrow = width
    while (narrow > 80 && wrap(ctx, words, narrow - 8).length === lines.length) narrow -= 8
    const step = Math.round(size * leading)
    return { font: ctx.font, size, step, lines: wrap(ctx, words, narrow), height: lines.length * step }
  }
}

/** Draws lines of which a share `shown` is revealed, from the left, with a soft amber edge. Each pixel changes once, which costs few bytes. */
export function writeLines(ctx, { font, size, step, lines }, x, y, shown, alpha) {
  if (alpha <= 0.01 || shown <= 0) return
  ctx.font = font
  ctx.textBaseline = 'alphabetic'
  const soft = 30
  lines.forEach((line, i) => {
    const width = ctx.measureText(line).width
    const part = clamp(shown * (lines.length * 0.6 + 0.4) - i * 0.6 + 1e-6)
    if (part <= 0) return
    const edge = x - soft + part * (width + soft * 1.02)
    const light = ctx.createLinearGradient(edge - soft, 0, edge + soft, 0)
    light.addColorStop(0, css(TEXT, alpha))
    light.addColorStop(0.5, css(AMBER, alpha))
    light.addColorStop(1, css(AMBER, 0))
    ctx.fillStyle = part >= 1 ? css(TEXT, alpha) : light
    ctx.fillText(line, x, y + i * step + size * 0.92)
  })
}
