import { roundedRect, range } from '../path.ts'
import { randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const card = (x: number, y: number, w: number, h: number) => `${roundedRect(x, y, w, h, 10)}M${x} ${y + 34}h${w}`
const words = (x: number, y: number, lengths: readonly number[]) =>
  lengths.map((length, i) => `M${x + 18} ${y + i * 18}h${length}`).join('')

export const objects: Motif = ({ random, deep, glow }) => {
  const children = randomInt(random, 2, 3)
  const lit = randomInt(random, 0, children - 1)
  const width = children === 3 ? 150 : 178
  const x = (i: number) => 320 + (i - (children - 1) / 2) * (width + 36) - width / 2
  const lengths = range(children + 1).map(() => [randomInt(random, 70, 112), randomInt(random, 40, 90)])
  const boxes = range(children).filter((i) => i !== lit)
  const [parentX, parentY, y] = [232, 34, 214]
  return (
    <>
      <path
        d={`M320 138v${children === 3 ? 76 : 38}M${x(0) + width / 2} ${y}v-38H${x(children - 1) + width / 2}v38`}
        stroke="currentColor"
        opacity=".7"
      />
      <path d={card(parentX, parentY, 176, 104)} fill={deep} stroke="currentColor" />
      <path d="m320 139 14 20h-28z" fill={deep} stroke="currentColor" strokeLinejoin="round" />
      <path d={boxes.map((i) => card(x(i), y, width, 96)).join('')} fill={deep} stroke="currentColor" />
      <circle cx={x(lit) + width / 2} cy={y + 48} r="130" fill={glow} />
      <path d={card(x(lit), y, width, 96)} fill={deep} stroke={AMBER} strokeWidth="3" />
      <g strokeWidth="6" strokeLinecap="round" stroke="currentColor">
        <path d={`${words(parentX, parentY + 18, [88])}${boxes.map((i) => words(x(i), y + 18, [64])).join('')}`} />
        <path
          d={`${words(parentX, parentY + 57, lengths[children] ?? [])}${boxes.map((i) => words(x(i), y + 55, lengths[i] ?? [])).join('')}`}
          opacity=".4"
        />
        <path d={words(x(lit), y + 18, [64])} stroke={AMBER} />
        <path d={words(x(lit), y + 55, lengths[lit] ?? [])} stroke={AMBER} opacity=".45" />
      </g>
    </>
  )
}
