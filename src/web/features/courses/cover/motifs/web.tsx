import { roundedRect, disc, range } from '../path.ts'
import { pickRandom, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const SIGNS = [
  'M-26-28-58 0l32 28M26-28 58 0 26 28M12-46-12 46',
  'M-20-40c-20 0-18 16-18 24s-6 16-14 16c8 0 14 8 14 16s-2 24 18 24M20-40c20 0 18 16 18 24s6 16 14 16c-8 0-14 8-14 16s2 24-18 24M-10 0h.1M10 0h.1',
  'M-36-42-46 42M12-42 2 42M-62-16h78M-66 16h78M42 30h30',
] as const

export const web: Motif = ({ random, deep, glow }) => {
  const windows = randomInt(random, 3, 4)
  const lean = pickRandom(random, [-1, 1])
  const [w, h] = [288, 184]
  const shift = randomInt(random, -50, 50)
  const step = 46
  const front = windows - 1
  const x = (i: number) => 320 + shift - w / 2 + lean * (i - front / 2) * step * 1.4
  const y = (i: number) => 86 - h / 2 + 60 + (i - front / 2) * 34
  const [fx, fy] = [x(front), y(front)]
  return (
    <>
      {range(windows).map((i) => (
        <path
          key={i}
          d={roundedRect(x(i), y(i), w, h, 14)}
          fill={deep}
          fillOpacity=".8"
          stroke="currentColor"
          opacity={0.35 + (0.65 * (i + 1)) / windows}
        />
      ))}
      <path d={`M${fx} ${fy + 34}h${w}`} stroke="currentColor" opacity=".6" />
      <path d={[20, 38, 56].map((dx) => disc([fx + dx, fy + 17], 4)).join('')} fill="currentColor" />
      <circle cx={fx + w / 2} cy={fy + 108} r="130" fill={glow} />
      <path
        d={pickRandom(random, SIGNS)}
        transform={`translate(${fx + w / 2} ${fy + 109})`}
        stroke={AMBER}
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
