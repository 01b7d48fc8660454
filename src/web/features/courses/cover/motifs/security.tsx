import { corner, disc, polygon, range, type Point } from '../path.ts'
import { pickRandom, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

export const security: Motif = ({ random, deep, glow }) => {
  const walls = randomInt(random, 6, 7)
  const middle: Point = [pickRandom(random, [210, 320, 430]), 172]
  const radius = (i: number) => 50 + i * 40
  const watchers = range(4).map((i) => corner(middle, radius(i + 1), randomInt(random, 0, 5), 6))
  const gap = randomInt(random, 1, 3)
  return (
    <>
      {range(walls).map((i) => {
        const wall = walls - 1 - i
        return (
          <path
            key={wall}
            d={polygon(middle, radius(wall), 6)}
            fill={deep}
            fillOpacity=".26"
            stroke="currentColor"
            strokeDasharray={wall === gap ? '14 9' : undefined}
            strokeOpacity={1 - wall * 0.13}
          />
        )
      })}
      <circle cx={middle[0]} cy={middle[1]} r="120" fill={glow} />
      <path d={watchers.map((at) => disc(at, 6)).join('')} fill="currentColor" />
      <path
        d="M0-30a17 17 0 0 1 9.5 31l6 27a3 3 0 0 1-3 3.6h-25a3 3 0 0 1-3-3.6l6-27A17 17 0 0 1 0-30z"
        transform={`translate(${middle[0]} ${middle[1]})`}
        fill={AMBER}
      />
    </>
  )
}
