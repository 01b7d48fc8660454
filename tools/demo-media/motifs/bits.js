import { inTurn, moveAlong, presence, range } from '../acts.js'
import { NIGHT, along, mix, ramp } from '../pen.js'

/** Computer science: a grid of bits and a small circuit of gates. */
export const hue = [150, 176, 224]

export function build(rng) {
  const columns = 8
  const rows = 4
  const gridTop = rng.pick([-150, 4])
  const circuitTop = gridTop < 0 ? 26 : -152
  const cell = (r, c) => [mix(-150, 150, c / (columns - 1)), gridTop + 18 + r * 37]
  const set = range(rows * columns).map(() => rng.next() < 0.42)
  const bits = range(rows * columns).map((i) => ({
    key: `bit${i}`,
    draw(pen, heat) {
      const [x, y] = cell(Math.floor(i / columns), i % columns)
      pen.box(x - 13, y - 13, 26, 26, 7, { heat, width: 2.2, base: 0.7 })
      pen.box(x - 6, y - 6, 12, 12, 3, { heat, fill: true, alpha: set[i] ? mix(0.7, 1, heat) : heat })
    },
  }))
  // Two gates feed a third. The kinds differ: a straight back is AND, a curved one OR; a small ring is NOT.
  const gates = [
    { x: -66, y: circuitTop + 34 },
    { x: -66, y: circuitTop + 100 },
    { x: 50, y: circuitTop + 67 },
  ].map((gate) => ({ ...gate, curved: rng.next() < 0.5, inverted: rng.next() < 0.4 }))
  const inputs = gates.slice(0, 2).flatMap(({ x, y }) =>
    [-13, 13].map((dy) => [
      [-158, y + dy],
      [x - 24, y + dy],
    ]),
  )
  const joins = [0, 1].map((i) => [
    [gates[i].x + 30, gates[i].y],
    [-8, gates[i].y],
    [-8, gates[2].y + (i ? 13 : -13)],
    [gates[2].x - 24, gates[2].y + (i ? 13 : -13)],
  ])
  const exit = [
    [gates[2].x + 30, gates[2].y],
    [140, gates[2].y],
  ]
  const wires = [...inputs, ...joins, exit].map((points, i) => ({
    key: `wire${i}`,
    draw: (pen, heat) => pen.line(points, { heat, base: 0.8 }),
  }))
  const bodies = gates.map(({ x, y, curved, inverted }, i) => ({
    key: `gate${i}`,
    draw(pen, heat) {
      const { ctx } = pen
      const shape = () => {
        ctx.beginPath()
        ctx.moveTo(x - 24, y - 25)
        ctx.lineTo(x, y - 25)
        if (curved) ctx.quadraticCurveTo(x + 20, y - 20, x + 28, y)
        else ctx.arc(x, y, 25, -Math.PI / 2, 0)
        if (curved) ctx.quadraticCurveTo(x + 20, y + 20, x, y + 25)
        else ctx.arc(x, y, 25, 0, Math.PI / 2)
        ctx.lineTo(x - 24, y + 25)
        if (curved) ctx.quadraticCurveTo(x - 10, y, x - 24, y - 25)
        ctx.closePath()
      }
      pen.shape(shape, { heat, fill: NIGHT, width: 2.6 })
      if (inverted) pen.circle(x + 31, y, 5, { heat, fill: NIGHT, width: 2.4 })
    },
  }))
  const output = {
    key: 'output',
    draw: (pen, heat) => pen.circle(148, gates[2].y, 10 + heat, { heat, fill: heat > 0.02 ? true : NIGHT, width: 2.6 }),
  }
  const pick = rng.int(0, 3)
  const via = pick < 2 ? 0 : 1
  const signal = [...inputs[pick], ...joins[via], ...exit]
  const [row, column] = [rng.int(0, rows - 1), rng.int(1, columns - 2)]
  const from = rng.int(1, 40)
  const ones = rng.shuffle(range(rows * columns).filter((i) => set[i]))
  const corner = [cell(0, 0), cell(0, columns - 1), cell(rows - 1, columns - 1), cell(rows - 1, 0), cell(0, 0)]
  const lane = rng.int(0, rows - 1)

  return {
    parts: [...bits, ...wires, ...bodies, output],
    acts: {
      count: {
        words: /binary|count|number|bit|digit|power|two|byte/i,
        lit(key, k) {
          const i = Number(String(key).match(/^bit(\d+)/)?.[1] ?? NaN) - lane * columns
          const value = from + Math.floor(ramp(k, 0, 0.9) * 8)
          return k > 0.02 && i >= 0 && i < columns && (value >> (columns - 1 - i)) & 1 ? 1 : 0
        },
      },
      signal: {
        words: /gate|logic|circuit|signal|true|and |or |not |condition|input|output|if /i,
        lit: inTurn([`wire${pick}`, `gate${via}`, `wire${4 + via}`, 'gate2', 'wire6', 'output'], { to: 0.9 }),
        over: (pen, k, alpha) => pen.lamp(...along(signal, ramp(k, 0, 0.88)), presence(k) * alpha),
      },
      address: {
        words: /memory|address|variable|store|array|cache|file|ram|name/i,
        lit: inTurn(
          [range(columns).map((c) => `bit${row * columns + c}`), range(rows).map((r) => `bit${r * columns + column}`)],
          { to: 0.5, rest: 0.25 },
        ),
        over(pen, k, alpha) {
          const [x, y] = cell(row, column)
          pen.lamp(x, y, ramp(k, 0.5, 0.65) * alpha, 8)
        },
      },
      pattern: {
        words: /data|text|code|letter|image|represent|pixel|mean|colou?r/i,
        lit: inTurn(ones.slice(0, 10).map((i) => `bit${i}`)),
      },
      cycle: {
        words: /loop|cycle|repeat|step|instruction|processor|cpu|clock|program|algorithm|run/i,
        lit: inTurn(['gate0', 'gate1', 'gate2', 'output'], { rest: 0.3 }),
        over: (pen, k, alpha) => pen.lamp(...moveAlong(corner, k), presence(k) * alpha, 6),
      },
    },
  }
}
