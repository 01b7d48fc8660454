export function getPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const getMedian = (values: readonly number[]) => getPercentile(values, 0.5)

/** How often the best single threshold tells the two apart; a half is guessing. */
export function getBestGuess(a: readonly number[], b: readonly number[]): number {
  const marked = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))]
  marked.sort((left, right) => left.value - right.value)
  let [below, best] = [0, 0]
  let aBelow = 0
  for (const { isA } of marked) {
    below++
    if (isA) aBelow++
    // Right when everything below the threshold is called A and the rest B, or the other way round.
    const right = aBelow + (b.length - (below - aBelow))
    best = Math.max(best, right, marked.length - right)
  }
  return best / marked.length
}

/** For counts that should be equal. */
export function getChiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The slope of the line that fits best, in units of y per unit of x. */
export function getSlope(points: readonly { x: number; y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const above = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}
