import type { ReactNode } from 'react'
import type { Random } from '../seeded-random.ts'

/** The drawing colors; `currentColor` is the category's light color. */
export interface MotifContext {
  random: Random
  /** The category's dark color, which fills shapes in the foreground. */
  deep: string
  /** An amber glow that fills circles. */
  glow: string
}

/** Draws on 640 x 344. A plain function, because a component could render twice and draw different random numbers. */
export type Motif = (context: MotifContext) => ReactNode

export const AMBER = '#ffb84d'
