import { useId } from 'react'
import { AMBER, type Motif } from './motifs/motif.ts'
import { createSeededRandom } from './seeded-random.ts'

export interface CoverTheme {
  motif: Motif
  /** Gradient colors, the same in the light and dark theme. */
  light: string
  deep: string
  ink?: string
  /** Skies are darkest at the top; other backgrounds darken from corner to corner. */
  sky?: boolean
}

export interface CoverProps {
  id: number
  className?: string
}

/** Fills its box. */
export function Cover({ id, theme, className = '' }: CoverProps & { theme: CoverTheme }) {
  const name = useId()
  const { motif, light, deep, ink, sky } = theme
  const [ground, glow] = [`${name}g`, `${name}l`]
  const side = id % 2
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 640 344"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      color={ink}
      fill="none"
      strokeWidth="2"
    >
      <linearGradient id={ground} x1={side} x2={sky ? side : 1 - side} y2="1">
        <stop stopColor={sky ? deep : light} />
        <stop offset={sky ? '.72' : '1'} stopColor={sky ? light : deep} />
      </linearGradient>
      <radialGradient id={glow}>
        <stop stopColor={AMBER} stopOpacity=".42" />
        <stop offset=".4" stopColor={AMBER} stopOpacity=".16" />
        <stop offset="1" stopColor={AMBER} stopOpacity="0" />
      </radialGradient>
      <path d="M0 0h640v344H0z" fill={`url(#${ground})`} />
      {motif({ random: createSeededRandom(id), deep, glow: `url(#${glow})` })}
    </svg>
  )
}
