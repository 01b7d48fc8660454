import { disc, polyline, ORIGIN, range, type Point } from '../path.ts'
import { pickRandom, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

/** Neurons in each layer. */
const SHAPES: [number[], ...number[][]] = [
  [4, 5, 5, 2],
  [3, 5, 4, 3],
  [5, 4, 3, 1],
  [2, 4, 5, 3],
  [3, 4, 4, 4, 2],
]

export const learning: Motif = ({ random, glow }) => {
  const sizes = pickRandom(random, SHAPES)
  const spread = 440 / (sizes.length - 1)
  const layers = sizes.map((size, i) =>
    range(size).map((j): Point => [100 + i * spread, 172 + (j - (size - 1) / 2) * 54]),
  )
  const edges = layers
    .slice(1)
    .flatMap((layer, i) => layer.flatMap((to) => (layers[i] ?? []).map((from) => polyline([from, to]))))
  const way = layers.map((layer) => layer[randomInt(random, 0, layer.length - 1)] ?? ORIGIN)
  const last = way[way.length - 1] ?? ORIGIN
  return (
    <>
      <path d={edges.join('')} stroke="currentColor" strokeWidth="1.2" opacity=".34" />
      <path
        d={layers
          .flat()
          .map((node) => disc(node, 13))
          .join('')}
        fill="currentColor"
      />
      <circle cx={last[0]} cy={last[1]} r="90" fill={glow} />
      <path d={polyline(way)} stroke={AMBER} strokeWidth="3" strokeLinejoin="round" />
      <path d={way.map((node) => disc(node, 13)).join('')} fill={AMBER} />
    </>
  )
}
