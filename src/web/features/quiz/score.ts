/** Rounded down, so that a score below the pass mark never looks like one that passes. A quiz without points counts as full. */
export function toPercent({ score, max }: { score: number | null; max: number }): number {
  return max === 0 ? 100 : Math.floor((100 * (score ?? 0)) / max)
}

/** 3, 2.5 or 0.33 */
export const formatPoints = (points: number): string => String(Math.round(points * 100) / 100)
