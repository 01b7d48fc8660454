import { inTurn, presence, range } from '../acts.js'
import { AMBER, DANGER, NIGHT, along, blend, mix, ramp, slice } from '../pen.js'

/** Security: hexagon walls around a keyhole. */
export const hue = [86, 206, 150]

export function build(rng) {
  const walls = rng.int(4, 5)
  const radius = (i) => mix(152, 48, i / (walls - 1))
  const turn = rng.pick([0, Math.PI / 6])
  const vertex = (r, n) => [
    Math.cos(turn + (n * Math.PI) / 3 - Math.PI / 2) * r,
    Math.sin(turn + (n * Math.PI) / 3 - Math.PI / 2) * r,
  ]
  const hexagon = (r) => range(7).map((n) => vertex(r, n % 6))
  const rings = range(walls).map((i) => ({
    key: `wall${i}`,
    draw: (pen, heat) =>
      pen.line(hexagon(radius(i)).slice(0, 6), { heat, closed: true, base: mix(0.5, 1, i / (walls - 1)), width: 2.4 }),
  }))
  const keyhole = {
    key: 'keyhole',
    draw(pen, heat) {
      const colour = blend(blend(NIGHT, AMBER, 0.62), AMBER, heat)
      pen.circle(0, -9, 14, { fill: colour })
      pen.ctx.beginPath()
      ;[
        [-5, -2],
        [5, -2],
        [10, 23],
        [-10, 23],
      ].forEach(([x, y], i) => (i ? pen.ctx.lineTo(x, y) : pen.ctx.moveTo(x, y)))
      pen.ctx.fill()
    },
  }
  const angles = rng
    .shuffle(range(12))
    .slice(0, rng.int(3, 5))
    .map((n) => (n * Math.PI) / 6 + 0.2)
  const held = rng.int(0, 1)
  // Where a ray meets a hexagon: its radius shrinks towards the middle of each side.
  const wallAt = (r, angle) => {
    const side = (((angle - turn + Math.PI / 2) % (Math.PI / 3)) + Math.PI / 3) % (Math.PI / 3)
    return (r * Math.cos(Math.PI / 6)) / Math.cos(side - Math.PI / 6)
  }
  const ray = (angle, r) => [Math.cos(angle) * r, Math.sin(angle) * r]
  const entry = rng.next() * Math.PI * 2
  const spiral = range(40).map((n) => ray(entry + (n / 39) * Math.PI * 1.5, mix(176, 0, n / 39)))
  const round = hexagon(radius(rng.int(1, 2)))
  const dots = rng
    .shuffle(range(walls - 1).flatMap((i) => range(6).map((n) => vertex(radius(i), n))))
    .slice(0, rng.int(7, 10))
  const inward = range(walls).map((i) => `wall${i}`)

  return {
    parts: [...rings, keyhole],
    acts: {
      layers: {
        words: /layer|depth|defen|firewall|protect|every|least|patch/i,
        lit: inTurn([...inward, 'keyhole'], { to: 0.75 }),
      },
      attack: {
        words: /attack|threat|phish|malware|inject|steal|risk|guess|trick|breach/i,
        lit: (key, k) => (key === `wall${held}` ? ramp(k, 0.25, 0.4) : 0),
        over: (pen, k, alpha) =>
          angles.forEach((angle, n) => {
            const start = n * 0.13
            const come = ramp(k, start, start + 0.25)
            const gone = ramp(k, start + 0.25, start + 0.5)
            const wall = wallAt(radius(held), angle) + 8
            const [x, y] = ray(angle, mix(mix(188, wall, come), wall + 16, gone))
            if (come > 0 && gone < 1) pen.circle(x, y, 6, { fill: DANGER, alpha: alpha * come * (1 - gone) })
          }),
      },
      key: {
        words: /key|password|login|sign|access|authen|secret|identity|token/i,
        lit: inTurn(['keyhole', ...inward.reverse()], { from: 0.55, to: 0.95 }),
        over: (pen, k, alpha) => pen.lamp(...along(spiral, ramp(k, 0, 0.6)), presence(k, 0, 0.7) * alpha, 6),
      },
      patrol: {
        words: /monitor|watch|log|detect|respond|update|scan|traffic|network/i,
        over(pen, k, alpha) {
          const head = ramp(k, 0.05, 0.8)
          pen.line(slice(round, 0, head), { heat: 1, alpha, width: 3.2 })
          pen.lamp(...along(round, head), presence(k) * alpha)
        },
      },
      cipher: {
        words: /encrypt|cipher|hash|crypt|certificate|https|scrambl|math/i,
        over: (pen, k, alpha) =>
          dots.forEach(([x, y], n) => {
            const lit = ramp(k, (n / dots.length) * 0.7, (n / dots.length) * 0.7 + 0.14)
            if (lit > 0) pen.circle(x, y, 3 + lit * 3.5, { heat: 1, fill: true, alpha: lit * alpha })
          }),
      },
    },
  }
}
