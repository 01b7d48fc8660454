import { inTurn, moveAlong, presence, range } from '../acts.js'
import { NIGHT, along, css, mix, ramp } from '../pen.js'

/** The web: browser windows one behind the other, code in front. */
export const hue = [170, 142, 250]

export function build(rng) {
  const count = rng.int(3, 4)
  const [width, height] = [226, 176]
  const step = [(314 - width) / (count - 1), (292 - height) / (count - 1)]
  const flip = rng.pick([1, -1])
  const corner = (i) => [flip > 0 ? -160 + i * step[0] : 160 - width - i * step[0], -146 + i * step[1]]
  const [fx, fy] = corner(count - 1)
  const cx = fx + width / 2
  const cy = fy + 84

  const windows = range(count).map((i) => ({
    key: `window${i}`,
    draw(pen, heat) {
      const [x, y] = corner(i)
      const base = mix(0.55, 1, i / (count - 1))
      pen.box(x, y, width, height, 14, { heat, fill: NIGHT, width: 2.4, base })
      pen.line(
        [
          [x + 2, y + 28],
          [x + width - 2, y + 28],
        ],
        { heat: heat * 0.6, base: base * 0.7 },
      )
      range(3).forEach((n) => pen.circle(x + 18 + n * 15, y + 14, 3.5, { heat, fill: true, alpha: mix(base, 1, heat) }))
    },
  }))
  const strokes = [
    [
      [cx - 30, cy - 22],
      [cx - 54, cy],
      [cx - 30, cy + 22],
    ],
    [
      [cx + 9, cy - 29],
      [cx - 9, cy + 29],
    ],
    [
      [cx + 30, cy - 22],
      [cx + 54, cy],
      [cx + 30, cy + 22],
    ],
  ]
  const tag = strokes.map((points, i) => ({
    key: `tag${i}`,
    draw(pen, heat) {
      pen.ctx.lineCap = pen.ctx.lineJoin = 'round'
      pen.line(points, { heat: mix(0.7, 1, heat), width: 5 + heat })
    },
  }))
  // Three lines of code below the tag, of another rhythm in each video.
  const code = range(2).map((i) => ({
    y: fy + 136 + i * 18,
    indent: rng.int(0, 2) * 16,
    words: range(rng.int(2, 3)).map(() => rng.int(22, 46)),
  }))
  const typed = (pen, k, alpha) =>
    code.forEach(({ y, indent, words }, i) => {
      let x = fx + 24 + indent
      words.forEach((length, n) => {
        const part = ramp(k, (i * 3 + n) * 0.12, (i * 3 + n) * 0.12 + 0.14)
        if (part > 0)
          pen.line(
            [
              [x, y],
              [x + length * part, y],
            ],
            { heat: n === 1 ? 1 : 0.1, colour: n === 1 ? undefined : pen.hue, width: 5, alpha },
          )
        x += length + 12
      })
    })
  const arrow = (pen, x, y, alpha) => {
    const { ctx } = pen
    ctx.beginPath()
    ;[
      [0, 0],
      [0, 25],
      [6.5, 19.5],
      [11, 29],
      [16, 26.5],
      [11.5, 17.5],
      [19, 17.5],
    ].forEach(([dx, dy], i) => (i ? ctx.lineTo(x + dx, y + dy) : ctx.moveTo(x + dx, y + dy)))
    ctx.closePath()
    ctx.fillStyle = css([234, 238, 251], alpha)
    ctx.fill()
  }
  const aim = [cx + rng.between(-24, 24), cy + rng.between(2, 14)]
  const enter = [cx + rng.pick([-1, 1]) * 96, fy + height - 6]
  const back = [corner(0)[0] + (flip > 0 ? 18 : width - 18), corner(0)[1] + 14]
  const route = [
    back,
    ...range(count)
      .slice(1)
      .map((i) => [corner(i)[0] + (flip > 0 ? 18 : width - 18), corner(i)[1] + 14]),
  ]
  const turn = rng.pick([(list) => list, (list) => [...list].reverse()])

  return {
    parts: [...windows, ...tag],
    acts: {
      layers: {
        words: /layer|cascade|order|stack|page|box|grid|flex/i,
        lit: inTurn(turn(range(count).map((i) => `window${i}`)), { to: 0.7 }),
      },
      type: {
        words: /write|code|type|html|css|markup|text|style|name|variable/i,
        lit: inTurn(['tag0', 'tag1', 'tag2'], { to: 0.4 }),
        over: typed,
      },
      request: {
        words: /request|server|fetch|send|load|http|url|link|browser|response/i,
        lit: inTurn(
          range(count).map((i) => `window${i}`),
          { rest: 0.25 },
        ),
        over: (pen, k, alpha) =>
          pen.lamp(...moveAlong([...route, ...[...route].reverse().slice(1)], k), presence(k) * alpha),
      },
      click: {
        words: /click|event|user|form|button|listen|respond|react|focus|keyboard/i,
        lit: (key, k) => (key.startsWith('tag') || key === `window${count - 1}` ? ramp(k, 0.45, 0.6) : 0),
        over(pen, k, alpha) {
          const wave = ramp(k, 0.42, 0.8)
          if (wave > 0 && wave < 1) pen.circle(...aim, 8 + wave * 34, { heat: 1, alpha: alpha * (1 - wave), width: 3 })
          const [x, y] = along([enter, aim], ramp(k, 0.02, 0.42))
          arrow(pen, x, y, alpha * ramp(k, 0, 0.08))
        },
      },
    },
  }
}
