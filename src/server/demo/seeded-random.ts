/** mulberry32: the same seed gives the same numbers, so that every demo academy is the same. */
export function seededRandom(seed: number) {
  let state = seed * 0x9e3779b9
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const nextInt = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: nextInt,
    shuffle<Item>(items: readonly Item[]): Item[] {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = nextInt(0, last)
        ;[mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item]
      }
      return mixed
    },
  }
}

export type Random = ReturnType<typeof seededRandom>
