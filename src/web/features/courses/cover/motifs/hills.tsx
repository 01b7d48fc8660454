import { curve, disc, roundCoordinate, polyline, range, type Point } from '../path.ts'
import { type Random, randomBetween, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const LIGHTS = 6

/** Night hills with a path of lanterns. */
export const hills: Motif = ({ random, deep, glow }) => {
  const climb = randomBetween(random, 78, 104)
  const bow = randomBetween(random, -34, 34)
  const turned = random() < 0.5
  // A cubic curve from the bottom left to the top right.
  const bends: Point[] = [
    [48, 296],
    [210, 262 + bow],
    [380, 262 - climb / 2 - bow],
    [572, 292 - climb],
  ]
  const [start, ...rest] = bends.map(([x, y]) => `${x} ${roundCoordinate(y)}`)
  const lights = range(LIGHTS).map((i) => pointOnCurve(bends, 0.05 + (i / (LIGHTS - 1)) * 0.9))
  const moon = random() < 0.4 && randomInt(random, 380, 560)
  const near = randomInt(random, 1, 3)
  return (
    <g transform={turned ? 'matrix(-1 0 0 1 640 0)' : undefined}>
      <path d={drawStars(random, 46)} fill="#dfe6ff" opacity=".8" />
      {moon && (
        <path
          d="M0-17a17 17 0 1 0 17 20A14 14 0 0 1 0-17z"
          transform={`translate(${moon} 66)`}
          fill="#fff1d6"
          opacity=".85"
        />
      )}
      <path d={drawRidge(random, 150, 232, 3)} fill={deep} fillOpacity=".45" />
      <path d={drawRidge(random, 206, 262, 4)} fill={deep} fillOpacity=".5" />
      <path
        d={`${curve([
          [-20, 262],
          [150, 250],
          [330, 244],
          [500, 222],
          [660, 250],
        ])}V344H-20z`}
        fill={deep}
        fillOpacity=".75"
      />
      {lights.map(([x, y], i) => {
        const reach = i === near ? 120 : roundCoordinate(74 - i * 8)
        return <circle key={i} cx={roundCoordinate(x)} cy={roundCoordinate(y)} r={reach} fill={glow} />
      })}
      <path
        d={`M${start}C${rest.join(' ')}`}
        stroke={AMBER}
        strokeWidth="2.4"
        strokeDasharray="0 7"
        strokeLinecap="round"
        opacity=".75"
      />
      <path d={lights.map((light, i) => disc(light, i === near ? 7 : 4.5 - i * 0.4)).join('')} fill="#fff1d6" />
    </g>
  )
}

function drawStars(random: Random, count: number): string {
  return range(count)
    .map(() => disc([randomBetween(random, 8, 632), randomBetween(random, 8, 150)], random() < 0.25 ? 1.6 : 0.9))
    .join('')
}

function drawRidge(random: Random, low: number, high: number, peaks: number): string {
  const points = range(peaks * 2 + 1).map((i): Point => [
    (i / (peaks * 2)) * 720 - 40 + randomBetween(random, -24, 24),
    i % 2 ? randomBetween(random, low - 30, low + 14) : randomBetween(random, high - 20, high + 10),
  ])
  return `${polyline([[-60, high], ...points, [700, high]])}V344H-60z`
}

/** A point of a cubic Bézier curve. @param k from 0 at its start to 1 at its end */
function pointOnCurve(controlPoints: readonly Point[], k: number): Point {
  const at = (axis: 0 | 1) =>
    [1, 3, 3, 1].reduce(
      (sum, weight, i) => sum + weight * (1 - k) ** (3 - i) * k ** i * (controlPoints[i]?.[axis] ?? 0),
      0,
    )
  return [at(0), at(1)]
}
