import type { Cue } from './load-cues.ts'

/** The index of the last cue that has begun, or -1: between two cues the one before stays. */
export function findCueIndex(cues: readonly Cue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.from ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The parts of a text, those that match a search at odd places. */
export function splitByMatch(text: string, search: string): string[] {
  if (search === '') return [text]
  return text.split(new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu'))
}
