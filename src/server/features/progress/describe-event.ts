import type { LearningEventKind } from '#contract/choices.ts'
import { getRanges } from './merge-watched-events.ts'

interface LearningEvent {
  kind: LearningEventKind
  /** Null when the lesson was removed. */
  lessonTitle: string | null
  data: Record<string, unknown>
}

const formatTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function describeScore({ score, max }: Record<string, unknown>): string {
  return typeof score === 'number' && typeof max === 'number' ? `Scored ${score} of ${max} in` : 'Submitted'
}

const describeRanges = (event: LearningEvent): string =>
  getRanges(event)
    .map(([from, to]) => `${formatTime(from)}–${formatTime(to)}`)
    .join(', ')

/** What happened, as a sentence of the timeline. */
export function describeEvent(event: LearningEvent): string {
  const lesson = event.lessonTitle === null ? 'a lesson that was removed' : `“${event.lessonTitle}”`
  switch (event.kind) {
    case 'lesson_completed':
      return `Completed ${lesson}`
    case 'lesson_reopened':
      return `Reopened ${lesson}`
    case 'watched':
      return `Watched ${describeRanges(event)} of ${lesson}`
    case 'attempt_submitted':
      return `${describeScore(event.data)} ${lesson}`
    case 'assignment_submitted':
      return `Handed in ${lesson}`
    case 'assignment_accepted':
      return `The work for ${lesson} was accepted`
    case 'assignment_returned':
      return `The work for ${lesson} was returned`
    case 'course_finished':
      return 'Finished the course'
    case 'course_reopened':
      return 'The course is open again'
    case 'progress_reset':
      return 'The progress was reset'
    case 'prerequisites_waived':
      return 'The prerequisites were waived'
  }
}
