import { roundedRect, disc, range, type Point } from '../path.ts'
import { randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const LOOP =
  'M320 172C374 96 420 64 474 64a108 108 0 0 1 0 216c-54 0-100-32-154-108S220 64 166 64a108 108 0 0 0 0 216c54 0 100-32 154-108'
// Possible station positions on the loop, in order.
const STOPS: readonly Point[] = [
  [400, 92],
  [474, 64],
  [582, 172],
  [474, 280],
  [400, 252],
  [240, 92],
  [166, 64],
  [58, 172],
  [166, 280],
  [240, 252],
]

/** A loop of stations: build on the left, run on the right. */
export const pipeline: Motif = ({ random, deep, glow }) => {
  const lit = randomInt(random, 0, STOPS.length - 1)
  const [litX, litY] = STOPS[lit] ?? [0, 0]
  const stops = STOPS.filter((_, i) => i !== lit && (i % 5 === 2 || random() < 0.75))
  const bars = range(3).map(() => randomInt(random, 24, 62))
  return (
    <>
      <path d={LOOP} stroke="currentColor" strokeWidth="22" opacity=".14" />
      <path
        d={LOOP}
        stroke="currentColor"
        strokeDasharray={random() < 0.5 ? '2 9' : undefined}
        strokeLinecap="round"
        strokeWidth="2.5"
      />
      <path
        d={bars.map((length, i) => `M134 ${152 + i * 20}h${length}`).join('')}
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
        opacity=".55"
      />
      <path
        d={`${roundedRect(442, 138, 64, 26, 6)}${roundedRect(442, 180, 64, 26, 6)}`}
        stroke="currentColor"
        opacity=".8"
      />
      <path d={`${disc([456, 151], 4)}${disc([456, 193], 4)}`} fill="currentColor" />
      <path d={stops.map((stop) => disc(stop, 15)).join('')} fill={deep} stroke="currentColor" strokeWidth="2.5" />
      <circle cx={litX} cy={litY} r="96" fill={glow} />
      <circle cx={litX} cy={litY} r="20" fill={AMBER} />
      <path
        d="m-8 0 6 6 10-11"
        transform={`translate(${litX} ${litY})`}
        stroke={deep}
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
