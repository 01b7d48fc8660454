import { and, eq } from 'drizzle-orm'
import type { CompletionRule } from '#contract/choices.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { quizAttempts, submissions } from '#server/platform/db/schema.ts'
import type { LessonState } from './read-lesson-state.ts'
import { countSeconds, parseRanges } from './watched-ranges.ts'

interface Rule {
  completion: CompletionRule
  watchPercent: number | null
  durationSeconds: number | null
}

/** A video of unknown length is ticked: nobody could tell how much of it was watched. */
export const getCompletionRule = ({ completion, durationSeconds }: Omit<Rule, 'watchPercent'>): CompletionRule =>
  completion === 'watched' && !durationSeconds ? 'manual' : completion

/** In whole percent; 0 for an unknown length. Ranges are of whole seconds, so a part of one at the end is not asked for. */
export function getWatchedPercent(watched: string | null, durationSeconds: number | null): number {
  if (!watched || !durationSeconds) return 0
  const wholeSeconds = Math.max(1, Math.floor(durationSeconds))
  return Math.min(100, Math.floor((100 * countSeconds(parseRanges(watched))) / wholeSeconds))
}

export const isWatched = ({ watchPercent, durationSeconds }: Rule, watched: string | null): boolean =>
  getWatchedPercent(watched, durationSeconds) >= (watchPercent ?? 100)

/** Whether the student may tick the lesson: by its rule, or because what the rule asks for is done already. */
export async function isEarned(tx: Tx, userId: number, lesson: LessonState): Promise<boolean> {
  const rule = getCompletionRule(lesson)
  if (rule === 'manual') return true
  if (rule === 'watched') return isWatched(lesson, lesson.watched)
  const found =
    rule === 'passed'
      ? await tx
          .select({ id: quizAttempts.id })
          .from(quizAttempts)
          .where(
            and(
              eq(quizAttempts.userId, userId),
              eq(quizAttempts.lessonId, lesson.lessonId),
              eq(quizAttempts.isPassed, true),
              eq(quizAttempts.isVoid, false),
            ),
          )
          .limit(1)
      : await tx
          .select({ id: submissions.id })
          .from(submissions)
          .where(
            and(
              eq(submissions.userId, userId),
              eq(submissions.lessonId, lesson.lessonId),
              eq(submissions.status, 'accepted'),
            ),
          )
          .limit(1)
  return found.length > 0
}
