/** Whole seconds, the second of the two excluded. Sorted, and apart from each other. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** Reads PostgreSQL's text of an int4multirange, such as `{[0,30),[60,90)}`. */
export const parseRanges = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const)

export const formatRanges = (ranges: Ranges): string => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`

export const countSeconds = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
