import { inTurn, presence, range } from '../acts.js'
import { AMBER, DANGER, NIGHT, along, blend, mix, ramp } from '../pen.js'

/** Cloud: waves under a lantern sun, with machines riding on them. */
export const hue = [126, 164, 255]

export function build(rng) {
  const count = rng.int(5, 6)
  const phase = rng.next() * Math.PI * 2
  const length = rng.between(150, 190)
  const swell = rng.between(20, 30)
  const gap = 196 / (count - 1)
  const height = (i, x) =>
    -46 + i * gap + Math.sin(phase + x / (length / 3) + i * 0.35) * swell * mix(1, 0.6, i / count) - x * 0.08
  const wave = (i) => range(49).map((n) => [mix(-170, 184, n / 48), height(i, mix(-170, 184, n / 48))])
  const waves = range(count).map(wave)
  const sun = [rng.between(10, 96), rng.between(-104, -88)]
  const curves = waves.map((points, i) => ({
    key: `wave${i}`,
    draw: (pen, heat) => pen.line(points, { heat, base: mix(1, 0.4, i / (count - 1)), width: 2.4 }),
  }))
  const lantern = {
    key: 'sun',
    draw: (pen, heat) => pen.circle(...sun, 32 + heat * 2, { fill: blend(blend(NIGHT, AMBER, 0.84), AMBER, heat) }),
  }
  const spots = rng
    .shuffle(range(6))
    .slice(0, rng.int(4, 5))
    .sort()
    .map((n) => {
      const x = mix(-132, 140, n / 5)
      const row = 1 + ((n + Math.round(phase)) % (count - 2))
      return [x, height(row, x) - 15]
    })
  const machines = spots.map(([x, y], i) => ({
    key: `machine${i}`,
    draw(pen, heat) {
      pen.box(x - 15, y - 15, 30, 30, 7, { heat, fill: NIGHT, width: 2.4 })
      pen.line(
        [
          [x - 6, y - 4],
          [x + 6, y - 4],
        ],
        { heat },
      )
      pen.line(
        [
          [x - 6, y + 4],
          [x + 2, y + 4],
        ],
        { heat },
      )
    },
  }))
  const order = rng.shuffle(range(spots.length))
  const key = (i) => `machine${i}`
  const road = waves[rng.int(0, 2)]
  const [broken, spare] = order
  const waveTurn = rng.pick([range(count), range(count).reverse()])
  const arc = (to) => range(13).map((n) => [mix(sun[0], to[0], n / 12), mix(sun[1], to[1], ramp(n, 0, 12))])

  return {
    parts: [...curves, ...machines, lantern],
    acts: {
      scale: {
        words: /scal|grow|more|elastic|demand|instance|add|cost|pay/i,
        lit: inTurn(
          [[order[0]], [order[1]], order.slice(2)].map((group) => group.map(key)),
          { to: 0.8 },
        ),
      },
      ride: {
        words: /travel|network|region|latency|route|move|near|far|stream|data/i,
        over: (pen, k, alpha) => pen.lamp(...along(road, ramp(k, 0, 0.9)), presence(k, 0, 0.95) * alpha, 6),
        lit: (name, k) => (name === `wave${waves.indexOf(road)}` ? ramp(k, 0.1, 0.9) : 0),
      },
      balance: {
        words: /balanc|share|request|serv|call|function|event|spread|user/i,
        lit: inTurn(order.map(key)),
        over: (pen, k, alpha) =>
          order.forEach((i, n) => {
            const start = (n / order.length) * 0.75
            const part = ramp(k, start, start + 0.22)
            pen.lamp(...along(arc(spots[i]), part), presence(part, 0.02, 1) * alpha, 4.5)
          }),
      },
      fail: {
        words: /fail|down|lost|backup|recover|replic|copy|resilien|outage|risk/i,
        lit: (name, k) => (name === key(spare) ? ramp(k, 0.55, 0.75) : 0),
        over(pen, k, alpha) {
          const [x, y] = spots[broken]
          pen.box(x - 15, y - 15, 30, 30, 7, { colour: DANGER, alpha: alpha * ramp(k, 0.08, 0.22), width: 2.6 })
          const part = ramp(k, 0.3, 0.6)
          pen.lamp(...along([spots[broken], spots[spare]], part), presence(part, 0.02, 1) * alpha)
        },
      },
      tide: {
        words: /layer|stack|service|storage|virtual|model|platform|rent/i,
        lit: inTurn(
          waveTurn.map((i) => `wave${i}`),
          { to: 0.8, rest: 0.3 },
        ),
      },
    },
  }
}
