import { curve, roundCoordinate, range, type Point } from '../path.ts'
import { randomBetween, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

export const cloud: Motif = ({ random, glow }) => {
  const count = randomInt(random, 6, 7)
  const phase = randomBetween(random, 0, 6.28)
  const swell = randomBetween(random, 22, 34)
  const lean = randomBetween(random, -0.09, 0.09)
  const sun: Point = [randomBetween(random, 190, 500), randomBetween(random, 84, 128)]
  const behind = randomInt(random, 1, 2)
  const wave = (i: number) =>
    curve(
      range(6).map((n): Point => {
        const x = -20 + n * 136
        return [x, 92 + i * 36 + Math.sin(phase + n * 1.5 + i * 0.3) * swell + (x - 320) * lean]
      }),
    )
  const waves = range(count).map((i) => (
    <path
      key={i}
      d={`${wave(i)}V400H-20z`}
      fill="currentColor"
      fillOpacity=".05"
      stroke="currentColor"
      strokeOpacity={roundCoordinate(1 - (i / count) * 0.75)}
    />
  ))
  return (
    <>
      {waves.slice(0, behind)}
      <circle cx={sun[0]} cy={sun[1]} r="150" fill={glow} />
      <circle cx={sun[0]} cy={sun[1]} r="42" fill={AMBER} />
      {waves.slice(behind)}
    </>
  )
}
