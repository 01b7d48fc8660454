/** mulberry32: the same seed always returns the same numbers, each from 0 up to 1. */
export type Random = () => number

export function createSeededRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const randomBetween = (random: Random, low: number, high: number) => low + random() * (high - low)
export const randomInt = (random: Random, low: number, high: number) => Math.floor(randomBetween(random, low, high + 1))
export const pickRandom = <Choice>(random: Random, choices: readonly [Choice, ...Choice[]]): Choice =>
  choices[Math.floor(random() * choices.length)] ?? choices[0]
