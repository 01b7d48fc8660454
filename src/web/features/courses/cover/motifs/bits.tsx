import { roundedRect, disc, range } from '../path.ts'
import { pickRandom, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const COLUMNS = 6
const CELLS = range(COLUMNS * 5)
// AND gates have a straight back, OR gates a curved one.
const GATES = [
  'M-30-32H2a32 32 0 0 1 0 64h-32z',
  'M-30-32H-8C20-30 34-8 40 0 34 8 20 30-8 32h-22c12-20 12-44 0-64z',
] as const

export const bits: Motif = ({ random, deep, glow }) => {
  const set = CELLS.filter(() => random() < 0.42)
  const row = randomInt(random, 1, 3)
  const cell = (i: number, size: number) =>
    roundedRect(70 + (i % COLUMNS) * 44 - size / 2, 84 + Math.floor(i / COLUMNS) * 44 - size / 2, size, size, size / 4)
  const gates = range(3).map(() => pickRandom(random, GATES))
  return (
    <g transform={random() < 0.5 ? undefined : 'matrix(-1 0 0 1 640 0)'}>
      <path d={CELLS.map((i) => cell(i, 32)).join('')} stroke="currentColor" opacity=".55" />
      <path d={set.map((i) => cell(i, 14)).join('')} fill="currentColor" />
      <path
        d={range(COLUMNS)
          .map((i) => cell(row * COLUMNS + i, 32))
          .join('')}
        stroke={AMBER}
      />
      <path
        d={set
          .filter((i) => Math.floor(i / COLUMNS) === row)
          .map((i) => cell(i, 14))
          .join('')}
        fill={AMBER}
      />
      <path d="M316 82h50M316 110h50M316 234h50M316 262h50M430 96h26v62h24M430 248h26v-62h24" stroke="currentColor" />
      <circle cx="596" cy="172" r="80" fill={glow} />
      <path d="M550 172h36" stroke={AMBER} strokeWidth="3" />
      <path d={gates[0]} transform="translate(396 96)" fill={deep} stroke="currentColor" strokeLinejoin="round" />
      <path d={gates[1]} transform="translate(396 248)" fill={deep} stroke="currentColor" strokeLinejoin="round" />
      <path d={gates[2]} transform="translate(512 172)" fill={deep} stroke={AMBER} strokeLinejoin="round" />
      <path d={disc([596, 172], 13)} fill={AMBER} />
    </g>
  )
}
