import { curve, fine, range, type Point } from '../path.ts'
import { between, whole } from '../random.ts'
import { AMBER, type Motif } from './motif.ts'

/** Waves under a lantern sun. */
export const cloud: Motif = ({ random, glow }) => {
  const count = whole(random, 6, 7)
  const phase = between(random, 0, 6.28)
  const swell = between(random, 22, 34)
  const lean = between(random, -0.09, 0.09)
  const sun: Point = [between(random, 190, 500), between(random, 84, 128)]
  const behind = whole(random, 1, 2)
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
      strokeOpacity={fine(1 - (i / count) * 0.75)}
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
