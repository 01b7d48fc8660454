import { inTurn, presence, range } from '../acts.js'
import { DANGER, NIGHT, along, mix, ramp, slice } from '../pen.js'

/** DevOps: an endless loop of stations, commits above and machines below. */
export const hue = [138, 214, 132]

export function build(rng) {
  const stationCount = rng.int(6, 8)
  const squash = rng.between(0.94, 1.1)
  const point = (t) => {
    const a = t * Math.PI * 2
    const d = 1 + Math.sin(a) ** 2
    return [(168 * Math.cos(a)) / d, (168 * 1.28 * squash * Math.sin(a) * Math.cos(a)) / d]
  }
  const way = rng.pick([1, -1])
  const start = rng.next()
  const loop = range(97).map((n) => point(start + (way * n) / 96))
  const at = (k) => along(loop, k)
  const stop = (i) => i / stationCount
  const track = { key: 'track', draw: (pen, heat) => pen.line(loop, { heat: heat * 0.6, width: 2.6, closed: true }) }
  const stations = range(stationCount).map((i) => ({
    key: `station${i}`,
    draw(pen, heat) {
      pen.circle(...at(stop(i)), 12, { heat, fill: NIGHT, width: 2.6 })
      pen.circle(...at(stop(i)), 5.5, { heat, fill: true, alpha: mix(0.7, 1, heat) })
    },
  }))
  const commits = rng.int(5, 6)
  const commitAt = (i) => [mix(-150, 150, i / (commits - 1)), -122]
  const fork = rng.int(0, 1)
  const branch = [commitAt(fork), [commitAt(fork + 1)[0], -152], [commitAt(fork + 2)[0], -152], commitAt(fork + 3)]
  const history = [
    { key: 'main', draw: (pen, heat) => pen.line([commitAt(0), commitAt(commits - 1)], { heat, base: 0.7 }) },
    { key: 'branch', draw: (pen, heat) => pen.line(branch, { heat, base: 0.7 }) },
    ...range(commits).map((i) => ({
      key: `commit${i}`,
      draw: (pen, heat) => pen.circle(...commitAt(i), 6 + heat, { heat, fill: true }),
    })),
    ...[1, 2].map((i) => ({
      key: `side${i}`,
      draw: (pen, heat) => pen.circle(...branch[i], 6 + heat, { heat, fill: true }),
    })),
  ]
  const machines = rng.int(4, 5)
  const machineAt = (i) => [mix(-128, 128, i / (machines - 1)), 130]
  const racks = range(machines).map((i) => ({
    key: `machine${i}`,
    draw(pen, heat) {
      const [x, y] = machineAt(i)
      pen.box(x - 21, y - 18, 42, 36, 8, { heat, fill: NIGHT, width: 2.4 })
      pen.line(
        [
          [x - 10, y - 5],
          [x + 10, y - 5],
        ],
        { heat },
      )
      pen.line(
        [
          [x - 10, y + 5],
          [x + 3, y + 5],
        ],
        { heat },
      )
    },
  }))
  const broken = rng.int(2, stationCount - 3)
  const first = rng.int(0, machines - 1)
  const rest = rng.shuffle(range(machines).filter((i) => i !== first))
  const trail = rng.int(3, 4)

  return {
    parts: [track, ...history, ...stations, ...racks],
    acts: {
      travel: {
        words: /pipeline|stage|build|every|automat|step|integrat|loop|flow/i,
        lit: inTurn(
          range(stationCount).map((i) => `station${i}`),
          { to: 0.9 },
        ),
        over(pen, k, alpha) {
          const head = mix(0, 1, ramp(k, 0, 0.9))
          pen.line(slice(loop, Math.max(0, head - 0.12), Math.max(head, 0.001)), {
            heat: 1,
            alpha: alpha * presence(k),
            width: 3.4,
          })
          pen.lamp(...at(head), presence(k) * alpha, 6)
        },
      },
      fail: {
        words: /fail|test|red|broke|bug|roll|catch|error|fix/i,
        lit: (key, k) => {
          const i = Number(String(key).match(/^station(\d+)/)?.[1] ?? NaN)
          return i < broken
            ? ramp(k, 0.3 * (i / broken), 0.3 * (i / broken) + 0.08)
            : ramp(k, 0.62 + 0.05 * (i - broken), 0.72 + 0.05 * (i - broken))
        },
        over(pen, k, alpha) {
          const alarm = ramp(k, 0.3, 0.38) * (1 - ramp(k, 0.58, 0.66))
          if (alarm > 0) pen.circle(...at(stop(broken)), 13, { colour: DANGER, fill: DANGER, alpha: alpha * alarm })
          const head = mix(stop(broken) * ramp(k, 0, 0.32), 1, ramp(k, 0.62, 0.95))
          pen.lamp(...at(head), presence(k, 0, 1) * alpha * (1 - alarm), 6)
        },
      },
      train: {
        words: /small|often|fast|deliver|continuous|batch|queue|change|quick/i,
        over: (pen, k, alpha) =>
          range(trail).forEach((n) =>
            pen.lamp(...at(ramp(k, n * 0.1, 0.65 + n * 0.1)), presence(k, n * 0.1, 0.72 + n * 0.1) * alpha, 5),
          ),
      },
      rollout: {
        words: /deploy|release|canary|server|container|image|rollout|user|machine|infra|environment/i,
        lit: inTurn([`machine${first}`, ...rest.map((i) => `machine${i}`)], { from: 0.2 }),
        over(pen, k, alpha) {
          const part = ramp(k, 0, 0.26)
          pen.lamp(...along([[0, 0], machineAt(first)], part), presence(part, 0.02, 1) * alpha)
        },
      },
      merge: {
        words: /commit|merge|branch|git|version|review|histor|code|trunk/i,
        lit: inTurn([`commit${fork}`, 'branch', 'side1', 'side2', `commit${fork + 3}`], { to: 0.8 }),
        over: (pen, k, alpha) => pen.lamp(...along(branch, ramp(k, 0.05, 0.8)), presence(k) * alpha),
      },
    },
  }
}
