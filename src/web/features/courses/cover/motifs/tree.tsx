import { disc, polyline, range, type Point } from '../path.ts'
import { randomBetween, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const LEVELS = 4

/** A binary tree with one search path highlighted. */
export const tree: Motif = ({ random, deep, glow }) => {
  const leaf = randomInt(random, 0, 7)
  const bare = new Set(range(8).filter((i) => i !== leaf && random() < 0.3))
  const shift = randomBetween(random, -30, 30)
  const at = (level: number, i: number): Point => [320 + shift + ((i + 0.5) / 2 ** level - 0.5) * 560, 50 + level * 80]
  const levels = range(LEVELS).map((level) => range(2 ** level))
  const nodes = levels.slice(0, -1).flatMap((row, level) => row.map((i) => at(level, i)))
  const leaves = range(8).filter((i) => !bare.has(i))
  const edges = levels
    .slice(1)
    .flatMap((row, above) =>
      row.filter((i) => above < LEVELS - 2 || !bare.has(i)).map((i) => polyline([at(above, i >> 1), at(above + 1, i)])),
    )
  const way = range(LEVELS).map((level) => at(level, leaf >> (LEVELS - 1 - level)))
  const found = at(LEVELS - 1, leaf)
  return (
    <>
      <path d={edges.join('')} stroke="currentColor" opacity=".6" />
      <path d={nodes.map((node) => disc(node, 15)).join('')} fill={deep} stroke="currentColor" strokeWidth="2.5" />
      <path d={leaves.map((i) => disc(at(LEVELS - 1, i), 11)).join('')} fill="currentColor" />
      <circle cx={found[0]} cy={found[1]} r="84" fill={glow} />
      <path d={polyline(way)} stroke={AMBER} strokeWidth="3.5" />
      <path
        d={way
          .slice(0, -1)
          .map((node) => disc(node, 15))
          .join('')}
        fill={deep}
        stroke={AMBER}
        strokeWidth="3.5"
      />
      <circle cx={found[0]} cy={found[1]} r="13" fill={AMBER} />
    </>
  )
}
