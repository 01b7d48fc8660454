import { curve, disc, fine, line, ORIGIN, range, type Point } from '../path.ts'
import { between, whole } from '../random.ts'
import { AMBER, type Motif } from './motif.ts'

const LIGHTS = 6

/** Night hills, and a way between them on which somebody has lit lanterns. */
export const hills: Motif = ({ random, glow }) => {
  const stars = (count: number) =>
    range(count).map(() => disc([between(random, 8, 632), between(random, 8, 150)], random() < 0.25 ? 1.6 : 0.9)).join('')
  const ridge = (low: number, high: number, peaks: number) => {
    const points = range(peaks * 2 + 1).map((i): Point => [
      (i / (peaks * 2)) * 720 - 40 + between(random, -24, 24),
      i % 2 ? between(random, low - 30, low + 14) : between(random, high - 20, high + 10),
    ])
    return `${line([[-60, high], ...points, [700, high]])}V344H-60z`
  }
  const bend = between(random, -26, 26)
  const climb = between(random, 100, 130)
  const turned = random() < 0.5
  const way = range(13).map((i): Point => [40 + i * 42, 318 - (i / 12) * climb + Math.sin(i * 0.7) * bend * 0.4])
  const lights = range(LIGHTS).map((i) => way[i * 2 + 1] ?? ORIGIN)
  const near = whole(random, 1, 3)
  return (
    <g transform={turned ? 'matrix(-1 0 0 1 640 0)' : undefined}>
      <path d={stars(46)} fill="#dfe6ff" opacity=".8" />
      <path d={ridge(150, 232, 3)} fill="#121b40" />
      <path d={ridge(206, 262, 4)} fill="#0e1633" />
      <path d={`${curve([[-20, 262], [150, 250], [330, 244], [500, 222], [660, 250]])}V344H-20z`} fill="#0a1128" />
      {lights.map(([x, y], i) => {
        const reach = i === near ? 120 : fine(74 - i * 8)
        return <circle key={i} cx={fine(x)} cy={fine(y)} r={reach} fill={glow} />
      })}
      <path d={curve(way)} stroke={AMBER} strokeWidth="2.4" strokeDasharray="0 7" strokeLinecap="round" opacity=".75" />
      <path d={lights.map((light, i) => disc(light, i === near ? 7 : 4.5 - i * 0.4)).join('')} fill="#fff1d6" />
    </g>
  )
}
