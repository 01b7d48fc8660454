import type { ReactNode } from 'react'
import type { Random } from '../seeded-random.ts'

/** What a motif draws with; the category's own ink is `currentColor`. */
export interface MotifContext {
  random: Random
  /** The dark end of the category's pair: what lies in front is filled with it. */
  deep: string
  /** Fill of a soft amber light, for circles. */
  glow: string
}

/** Draws on 640 x 344; called while rendering, never mounted, so that its numbers come out the same each time. */
export type Motif = (context: MotifContext) => ReactNode

export const AMBER = '#ffb84d'
