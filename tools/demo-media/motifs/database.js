import { inTurn, moveAlong, presence, range } from '../acts.js'
import { NIGHT, ramp, slice } from '../pen.js'

/** Databases: rows that run into a cylinder. */
export const hue = [92, 190, 222]

export function build(rng) {
  const count = rng.int(6, 8)
  const disks = rng.int(4, 5)
  const gap = 262 / (count - 1)
  const rows = range(count).map((i) => ({ y: -131 + i * gap, end: rng.between(-62, -14) }))
  const [cx, rx, ry] = [92, 78, 24]
  const top = rng.between(-112, -96)
  const diskY = (j) => top + (j * 212) / (disks - 1)
  const dot = (i) => [rows[i].end, rows[i].y]
  const rowParts = rows.map(({ y, end }, i) => ({
    key: `row${i}`,
    draw(pen, heat) {
      pen.line(
        [
          [-164, y],
          [end - 8, y],
        ],
        { heat, base: 0.8 },
      )
      pen.circle(end, y, 5 + heat * 1.5, { heat, fill: heat > 0.02 ? true : pen.hue })
    },
  }))
  // Drawn from the bottom up, so that each disk covers the sides of the one below.
  const diskParts = range(disks)
    .reverse()
    .map((j) => ({
      key: `disk${j}`,
      draw(pen, heat) {
        const y = diskY(j)
        if (j < disks - 1) {
          const below = diskY(j + 1)
          pen.line(
            [
              [cx - rx, y],
              [cx - rx, below],
            ],
            { base: 0.7 },
          )
          pen.line(
            [
              [cx + rx, y],
              [cx + rx, below],
            ],
            { base: 0.7 },
          )
        }
        pen.circle(cx, y, rx, { squash: ry / rx, heat, fill: NIGHT, width: 2.4 })
        if (heat > 0.01) pen.circle(cx, y, rx - 14, { squash: ry / rx, heat, fill: true, alpha: heat * 0.28 })
      },
    }))
  const order = rng.shuffle(range(count))
  const shelf = rng.int(1, disks - 1)
  const found = new Set(order.slice(0, 3))
  const all = range(count)

  // Halving the rows that are left until one remains: what an index does.
  const target = order[3]
  const probes = []
  for (let low = 0, high = count - 1; low <= high;) {
    const mid = (low + high) >> 1
    probes.push(mid)
    if (mid === target) break
    if (mid < target) low = mid + 1
    else high = mid - 1
  }
  const curve = (from, y) =>
    range(13).map((n) => [from[0] + ((cx - rx - from[0]) * n) / 12, from[1] + (y - from[1]) * ramp(n, 0, 12)])
  const scanKept = inTurn(all.map((i) => `row${i}`))
  const scanPassed = inTurn(
    all.map((i) => `row${i}`),
    { rest: 0 },
  )
  const pair = [...found].slice(0, 2)

  return {
    parts: [...rowParts, ...diskParts],
    acts: {
      scan: {
        words: /scan|every|where|filter|select|row|query/i,
        lit: (key, k) =>
          found.has(Number(String(key).slice(3))) && key.startsWith('row') ? scanKept(key, k) : scanPassed(key, k),
        over: (pen, k, alpha) => pen.lamp(...moveAlong(all.map(dot), k), presence(k) * alpha),
      },
      index: {
        words: /index|fast|quick|look|find|tree|sorted/i,
        lit: inTurn([...probes.map((i) => `row${i}`), `disk${shelf}`]),
        over: (pen, k, alpha) =>
          pen.lamp(...moveAlong([...probes.map(dot), [cx - rx, diskY(shelf)]], k), presence(k) * alpha),
      },
      join: {
        words: /join|match|key|relat|link|pair|both|together/i,
        lit: inTurn([pair.map((i) => `row${i}`), `disk${shelf}`], { from: 0.1, to: 0.8 }),
        over: (pen, k, alpha) =>
          pair.forEach((i) => {
            pen.line(slice(curve(dot(i), diskY(shelf)), 0, ramp(k, 0.25, 0.75)), { heat: 1, alpha })
          }),
      },
      write: {
        words: /insert|writ|store|save|add|log|load|cache/i,
        lit: inTurn(order.slice(0, 3).flatMap((i, n) => [`row${i}`, `disk${(shelf + n) % disks}`])),
        over: (pen, k, alpha) =>
          order.slice(0, 3).forEach((i, n) => {
            const part = ramp(k, 0.05 + n * 0.27, 0.05 + n * 0.27 + 0.27)
            pen.lamp(
              ...slice(curve(dot(i), diskY((shelf + n) % disks)), 0, Math.max(part, 0.001)).at(-1),
              presence(part, 0.02, 1) * alpha,
            )
          }),
      },
      commit: {
        words: /commit|transact|all or|consisten|backup|durab|lock|table/i,
        lit: inTurn(
          range(disks)
            .reverse()
            .map((j) => `disk${j}`),
          { to: 0.7 },
        ),
      },
    },
  }
}
