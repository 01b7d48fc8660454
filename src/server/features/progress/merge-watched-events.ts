import type { LearningEventKind } from '#contract/choices.ts'
import { mergeRanges, type Ranges } from './watched-ranges.ts'

interface WatchedEvent {
  kind: LearningEventKind
  lessonId: number | null
  data: Record<string, unknown>
}

/** The ranges that a `watched` event recorded. */
export const getRanges = ({ data }: Pick<WatchedEvent, 'data'>): Ranges =>
  Array.isArray(data['ranges']) ? (data['ranges'] as Ranges) : []

/** Newest first: several reports in a row about one lesson become one, with the time of the last. */
export function mergeWatchedEvents<Event extends WatchedEvent>(events: readonly Event[]): Event[] {
  const merged: Event[] = []
  for (const event of events) {
    const newer = merged.at(-1)
    if (event.kind === 'watched' && newer?.kind === 'watched' && newer.lessonId === event.lessonId)
      merged[merged.length - 1] = {
        ...newer,
        data: { ...newer.data, ranges: mergeRanges([...getRanges(newer), ...getRanges(event)]) },
      }
    else merged.push(event)
  }
  return merged
}
