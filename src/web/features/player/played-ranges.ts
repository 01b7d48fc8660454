/** From and to, in seconds. */
export type PlayedRange = [from: number, to: number]

/** Media clocks and events are this far off at most. */
const SLACK_S = 1
/** What one report may hold. */
const MAX_RANGES = 50

interface Moment {
  time: number
  rate: number
  /** The clock, in milliseconds. */
  at: number
}

/**
 * Which parts of a lesson were played. Time that passed faster than the clock and the speed allow was skipped. Events may
 * be rare, as in a background tab: only the clock counts.
 */
export class PlayedRanges {
  #last: Moment | null = null
  #ranges: PlayedRange[] = []

  /** Call it at each event while the lesson plays, and once when it stops. */
  advance(moment: Moment): void {
    const last = this.#last
    this.#last = moment
    if (!last || moment.time <= last.time) return
    const rate = Math.max(last.rate, moment.rate)
    const possible = ((moment.at - last.at) / 1_000) * rate + SLACK_S
    if (moment.time - last.time <= possible) this.#add([last.time, moment.time])
  }

  /** After a pause or a seek: what follows does not continue what was played. */
  interrupt(): void {
    this.#last = null
  }

  get isEmpty(): boolean {
    return this.#ranges.length === 0
  }

  /** Returns what was played since the last time and forgets it. */
  take(): PlayedRange[] {
    return this.#ranges.splice(0, MAX_RANGES).map(([from, to]) => [round(from), round(to)])
  }

  /** For ranges whose report has failed. */
  giveBack(ranges: readonly PlayedRange[]): void {
    this.#ranges.unshift(...ranges)
  }

  #add([from, to]: PlayedRange): void {
    const previous = this.#ranges.at(-1)
    if (previous && from >= previous[0] && from <= previous[1]) previous[1] = Math.max(previous[1], to)
    else this.#ranges.push([from, to])
  }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100
