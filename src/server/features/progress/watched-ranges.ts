/** Whole seconds, the second of the two excluded. Sorted, and apart from each other. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** Reads PostgreSQL's text of an int4multirange, such as `{[0,30),[60,90)}`. */
export const parseRanges = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const)

export const formatRanges = (ranges: Ranges): string => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`

export const countSeconds = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** Merges ranges that touch or overlap, and drops empty ones. */
export function mergeRanges(ranges: Ranges): Ranges {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (from >= to) continue
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** What the reported ranges add to those known, of merged ranges. */
export function subtractRanges(reported: Ranges, known: Ranges): Ranges {
  return reported.flatMap(([from, to]) => {
    const added: [number, number][] = []
    let start = from
    for (const [knownFrom, knownTo] of known) {
      if (knownTo <= start || knownFrom >= to) continue
      if (knownFrom > start) added.push([start, knownFrom])
      start = Math.max(start, knownTo)
    }
    if (start < to) added.push([start, to])
    return added
  })
}

/** The first so many seconds of the ranges. */
export function takeSeconds(ranges: Ranges, seconds: number): Ranges {
  let left = Math.floor(seconds)
  return ranges.flatMap(([from, to]) => {
    const taken = Math.max(0, Math.min(to - from, left))
    left -= taken
    return taken > 0 ? [[from, from + taken] as const] : []
  })
}
