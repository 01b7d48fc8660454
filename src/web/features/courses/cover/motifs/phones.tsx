import { roundedRect, disc } from '../path.ts'
import { pickRandom, randomInt } from '../seeded-random.ts'
import { AMBER, type Motif } from './motif.ts'

const PHONE = `${roundedRect(-62, -122, 124, 244, 22)}M-16-106h32`

interface Screen {
  block: string
  words: string
  knob: string
}

const SCREENS: [Screen, ...Screen[]] = [
  { block: roundedRect(-44, -84, 88, 62, 8), words: 'M-44 2h88M-44 22h56', knob: roundedRect(-44, 62, 88, 32, 16) },
  { block: disc([0, -44], 34), words: 'M-32 18h64M-20 38h40', knob: roundedRect(-30, 66, 60, 28, 14) },
  {
    block: `${roundedRect(-44, -84, 40, 52, 8)}${roundedRect(4, -84, 40, 52, 8)}${roundedRect(-44, -24, 40, 52, 8)}`,
    words: 'M-44 54h50M-44 74h30',
    knob: roundedRect(4, -24, 40, 52, 8),
  },
]

export const phones: Motif = ({ random, deep, glow }) => {
  const tilt = randomInt(random, 7, 13)
  const apart = randomInt(random, 118, 140)
  const shift = pickRandom(random, [-60, 0, 60])
  const screen = pickRandom(random, SCREENS)
  const side = (turn: number) => (
    <g transform={`translate(${320 + shift + turn * apart} 190) rotate(${turn * tilt})`} opacity=".75">
      <path d={PHONE} fill={deep} stroke="currentColor" />
      <path d={screen.block} fill="currentColor" opacity=".28" />
      <path d={screen.words} stroke="currentColor" strokeWidth="7" strokeLinecap="round" opacity=".4" />
    </g>
  )
  return (
    <>
      {side(-1)}
      {side(1)}
      <circle cx={320 + shift} cy="180" r="180" fill={glow} />
      <g transform={`translate(${320 + shift} 172)`}>
        <path d={PHONE} fill={deep} stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        <path d={screen.block} fill="currentColor" opacity=".55" />
        <path d={screen.words} stroke="currentColor" strokeWidth="7" strokeLinecap="round" opacity=".7" />
        <path d={screen.knob} fill={AMBER} />
      </g>
    </>
  )
}
