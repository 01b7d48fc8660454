import { inTurn, presence, range } from '../acts.js'
import { NIGHT, along, mix, ramp } from '../pen.js'

/** Mobile: three phones that share one app. */
export const hue = [110, 212, 226]

export function build(rng) {
  const lead = { x: -68, y: -158, w: 136, h: 284, key: 'lead' }
  const side = (dir) => ({
    x: dir < 0 ? -164 : 54,
    y: -118 + rng.int(-10, 14),
    w: 110,
    h: 226,
    key: dir < 0 ? 'left' : 'right',
  })
  const phones = [side(-1), side(1), lead]
  // A screen is a header, a picture, a few rows and a bar of tabs, of other sizes in each video.
  const rows = rng.int(2, 3)
  const picture = rows === 2 ? rng.int(72, 88) : rng.int(50, 64)
  const inner = { x: lead.x + 16, w: lead.w - 32 }
  const tops = [lead.y + 34, lead.y + 60, ...range(rows).map((i) => lead.y + 60 + picture + 14 + i * 34)]
  const tabs = rng.int(3, 4)
  const tabAt = (i) => [mix(inner.x + 12, inner.x + inner.w - 12, i / (tabs - 1)), lead.y + lead.h - 26]

  const frames = phones.map(({ key, x, y, w, h }) => ({
    key,
    draw(pen, heat) {
      const front = key === 'lead'
      pen.box(x, y, w, h, 22, { heat, fill: NIGHT, width: 2.6, base: front ? 1 : 0.6 })
      pen.line(
        [
          [x + w / 2 - 14, y + 14],
          [x + w / 2 + 14, y + 14],
        ],
        { heat, width: 4, base: front ? 1 : 0.6 },
      )
    },
  }))
  const block = (key, x, y, w, h) => ({
    key,
    draw(pen, heat) {
      pen.box(x, y, w, h, 7, { heat, width: 2.2 })
      if (heat > 0.01) pen.box(x, y, w, h, 7, { heat, fill: true, alpha: heat * 0.3 })
    },
  })
  const blocks = [
    block('b0', inner.x, tops[0], inner.w * 0.6, 14),
    block('b1', inner.x, tops[1], inner.w, picture),
    ...range(rows).map((i) => block(`b${i + 2}`, inner.x, tops[i + 2], inner.w, 24)),
  ]
  const small = phones.slice(0, 2).flatMap(({ key, x, y, w }) => {
    // Only the strip that the front phone leaves free.
    const [left, right] = key === 'left' ? [x + 14, lead.x - 10] : [lead.x + lead.w + 10, x + w - 14]
    return range(3).map((i) => block(`${key}${i}`, left, y + 36 + i * 46, right - left, 30))
  })
  const tabDots = range(tabs).map((i) => ({
    key: `tab${i}`,
    draw: (pen, heat) => pen.circle(...tabAt(i), 5 + heat * 2, { heat, fill: heat > 0.02 ? true : pen.quiet }),
  }))
  const all = blocks.map((part) => part.key)
  const touched = rng.int(1, rows + 1)
  const centre = [rng.between(-20, 20), tops[touched] + 12]
  const ripple = (pen, [x, y], k, alpha) =>
    k > 0 && k < 1 && pen.circle(x, y, 6 + k * 26, { heat: 1, alpha: alpha * (1 - k), width: 3 })
  const order = rng.shuffle(range(tabs))
  const firstSide = rng.pick(['left', 'right'])
  const otherSide = firstSide === 'left' ? 'right' : 'left'
  const heart = [0, lead.y + lead.h / 2]
  const door = { left: [-118, heart[1] + 20], right: [118, heart[1] + 20] }
  const stack = (name) => range(3).map((i) => `${name}${i}`)

  return {
    parts: [...frames.slice(0, 2), ...small, frames[2], ...blocks, ...tabDots],
    acts: {
      compose: {
        words: /component|screen|view|layout|build|flex|style|text|list|image/i,
        lit: inTurn(rng.pick([all, [...all].reverse()]), { to: 0.8 }),
      },
      touch: {
        words: /tap|touch|press|gesture|user|state|event|input|form|keyboard/i,
        lit: (key, k) => (key === `b${touched}` ? ramp(k, 0.3, 0.45) : key === 'b0' ? ramp(k, 0.55, 0.7) : 0),
        over(pen, k, alpha) {
          pen.lamp(
            ...along([[centre[0] + 40, lead.y + lead.h + 20], centre], ramp(k, 0, 0.3)),
            presence(k, 0, 0.5) * alpha,
            7,
          )
          ripple(pen, centre, ramp(k, 0.3, 0.6), alpha)
        },
      },
      sync: {
        words: /sync|share|both|ios|android|platform|native|bridge|store|api|fetch|network|push/i,
        lit: inTurn([['lead'], stack(firstSide), stack(otherSide)], { from: 0.1, to: 0.9 }),
        over: (pen, k, alpha) =>
          [firstSide, otherSide].forEach((name, n) => {
            const part = ramp(k, 0.15 + n * 0.27, 0.42 + n * 0.27)
            pen.lamp(...along([heart, door[name]], part), presence(part, 0.02, 1) * alpha)
          }),
      },
      navigate: {
        words: /navig|tab|stack|route|back|page|move|open|deep/i,
        lit: inTurn(
          order.map((i) => [`tab${i}`, `b${(i % (rows + 1)) + 1}`]),
          { rest: 0.15 },
        ),
        over: (pen, k, alpha) =>
          order.forEach((i, n) =>
            ripple(pen, tabAt(i), ramp(k, (n / tabs) * 0.85, (n / tabs) * 0.85 + 0.22), alpha * 0.8),
          ),
      },
      ship: {
        words: /ship|release|test|device|debug|phone|publish|review|size/i,
        lit: inTurn([firstSide, 'lead', otherSide], { to: 0.75 }),
      },
    },
  }
}
