import { inTurn, moveAlong, presence, range } from '../acts.js'
import { NIGHT, mix, ramp } from '../pen.js'

/** Java: a class, its subclasses, and the objects made from them. */
export const hue = [246, 146, 112]

export function build(rng) {
  const kids = rng.int(2, 3)
  const width = kids === 2 ? 122 : 96
  const parent = { x: rng.between(-80, -50), y: -152, w: 134, h: 92 }
  const kidX = (i) => mix(-164 + width / 2, 164 - width / 2, kids === 1 ? 0.5 : i / (kids - 1))
  const kidBox = (i) => ({ x: kidX(i) - width / 2, y: 4, w: width, h: 74 })
  const per = rng.shuffle([1, 2, 2]).slice(0, kids)
  const drops = per.flatMap((n, i) => range(n).map((j) => ({ kid: i, at: [kidX(i) + (j - (n - 1) / 2) * 44, 132] })))
  const bus = -24
  const foot = [parent.x + parent.w / 2, parent.y + parent.h]

  const card = (key, { x, y, w, h }, lines) => ({
    key,
    draw(pen, heat) {
      pen.box(x, y, w, h, 10, { heat, fill: NIGHT, width: 2.4 })
      pen.line(
        [
          [x + 1, y + 28],
          [x + w - 1, y + 28],
        ],
        { heat, base: 0.7 },
      )
      pen.line(
        [
          [x + 16, y + 15],
          [x + w * 0.62, y + 15],
        ],
        { heat, colour: heat > 0.3 ? undefined : pen.hue, width: 5 },
      )
      lines.forEach((share, i) =>
        pen.line(
          [
            [x + 16, y + 44 + i * 16],
            [x + 16 + (w - 32) * share, y + 44 + i * 16],
          ],
          { heat, width: 4, base: 0.75 },
        ),
      )
    },
  })
  const parentLines = range(3).map(() => rng.between(0.5, 1))
  const cards = [
    card('parent', parent, parentLines),
    ...range(kids).map((i) =>
      card(
        `kid${i}`,
        kidBox(i),
        range(2).map(() => rng.between(0.45, 1)),
      ),
    ),
  ]
  const wires = range(kids).map((i) => ({
    key: `wire${i}`,
    draw: (pen, heat) =>
      pen.line(
        [
          [kidX(i), 4],
          [kidX(i), bus],
          [foot[0], bus],
          [foot[0], foot[1] + 12],
        ],
        { heat, base: 0.8 },
      ),
  }))
  // The hollow triangle by which class diagrams say "extends".
  const triangle = {
    key: 'triangle',
    draw: (pen, heat) =>
      pen.line(
        [
          [foot[0], foot[1] + 1],
          [foot[0] - 9, foot[1] + 14],
          [foot[0] + 9, foot[1] + 14],
        ],
        { heat, closed: true, fill: NIGHT, width: 2.2 },
      ),
  }
  const balls = drops.map(({ kid, at }, n) => ({
    key: `object${n}`,
    draw(pen, heat) {
      pen.line(
        [
          [at[0], at[1] - 17],
          [mix(at[0], kidX(kid), 0.5), 78],
        ],
        { heat, base: 0.5, width: 1.6 },
      )
      pen.circle(...at, 16, { heat, fill: NIGHT, width: 2.4 })
      pen.circle(...at, 7, { heat, fill: true, alpha: mix(0.6, 1, heat) })
    },
  }))
  const one = rng.int(0, kids - 1)
  const order = rng.shuffle(range(drops.length))
  const kidOrder = rng.shuffle(range(kids))
  const talk = [...order, order[0]].map((n) => drops[n].at)
  const rowY = (i) => parent.y + 44 + i * 16

  return {
    parts: [...wires, triangle, ...cards, ...balls],
    acts: {
      inherit: {
        words: /inherit|extend|parent|super|subclass|is-a|reuse|share/i,
        lit: inTurn(
          [['parent'], ['triangle', ...range(kids).map((i) => `wire${i}`)], ...kidOrder.map((i) => `kid${i}`)],
          { to: 0.8 },
        ),
      },
      create: {
        words: /new|object|instance|create|construct|class|blueprint|build/i,
        lit: inTurn([`kid${one}`, ...order.map((n) => `object${n}`)], { to: 0.8 }),
      },
      message: {
        words: /call|message|method|send|collabor|talk|return|pass|ask/i,
        lit: inTurn(order.map((n) => `object${n}`)),
        over: (pen, k, alpha) => pen.lamp(...moveAlong(talk, k), presence(k) * alpha),
      },
      hide: {
        words: /private|hide|encapsul|field|state|getter|inside|guard|public/i,
        lit: (key, k) => (key === 'parent' ? ramp(k, 0.5, 0.75) : 0),
        over: (pen, k, alpha) =>
          parentLines.forEach((share, i) => {
            const part = ramp(k, i * 0.16, i * 0.16 + 0.2)
            if (part > 0)
              pen.line(
                [
                  [parent.x + 16, rowY(i)],
                  [parent.x + 16 + (parent.w - 32) * share * part, rowY(i)],
                ],
                { heat: 1, alpha, width: 5 },
              )
          }),
      },
      override: {
        words: /overrid|polymorph|interface|abstract|each|same|own|type|contract/i,
        lit: inTurn(
          kidOrder.map((i) => [`wire${i}`, `kid${i}`]),
          { rest: 0.3 },
        ),
        over: (pen, k, alpha) =>
          pen.lamp(
            ...moveAlong(
              kidOrder.flatMap((i) => [foot, [kidX(i), 4]]),
              k,
            ),
            presence(k) * alpha,
          ),
      },
    },
  }
}
