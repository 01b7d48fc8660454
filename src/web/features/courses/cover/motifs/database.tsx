import { disc, range, type Point } from '../path.ts'
import { randomBetween, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

export const database: Motif = ({ random, deep, glow }) => {
  const rows = randomInt(random, 6, 8)
  const disks = randomInt(random, 3, 4)
  const lit = randomInt(random, 1, rows - 2)
  const litDisk = randomInt(random, 0, disks - 1)
  const [cx, rx, ry] = [450, 132, 36]
  const step = 176 / disks
  const top = 172 - (step * disks) / 2
  const ends = range(rows).map((i): Point => [randomBetween(random, 150, 268), 44 + (i * 256) / (rows - 1)])
  const [litX, litY] = ends[lit] ?? [200, 172]
  return (
    <g transform={random() < 0.5 ? undefined : 'matrix(-1 0 0 1 640 0)'}>
      <path d={ends.map(([x, y]) => `M0 ${y}H${x}`).join('')} stroke="currentColor" opacity=".45" />
      <path d={ends.map((end) => disc(end, 6)).join('')} fill="currentColor" />
      <circle cx={litX} cy={litY} r="44" fill={glow} />
      <path d={`M0 ${litY}H${litX}`} stroke={AMBER} />
      <circle cx={litX} cy={litY} r="7" fill={AMBER} />
      {range(disks).map((i) => {
        const y = top + step * (disks - 1 - i)
        const color = disks - 1 - i === litDisk ? AMBER : 'currentColor'
        return (
          <g key={i} stroke={color} fill={deep}>
            <path d={`M${cx - rx} ${y}v${step - 12}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${12 - step}`} />
            <ellipse cx={cx} cy={y} rx={rx} ry={ry} />
          </g>
        )
      })}
    </g>
  )
}
