import { sql } from 'drizzle-orm'
import type { CompletionRule } from '#contract/choices.ts'
import { lessons, quizAttempts, submissions } from '#server/platform/db/schema.ts'
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

/** Whether the quiz is passed or the work accepted, if that is the lesson's rule. For a query of several tables from `lessons`. */
export const selectRuleMet = (userId: number) => sql<boolean>`case ${lessons.completion}
  when 'passed' then exists (select 1 from ${quizAttempts} attempt
    where attempt.user_id = ${userId} and attempt.lesson_id = ${lessons.id} and attempt.is_passed and not attempt.is_void)
  when 'accepted' then exists (select 1 from ${submissions} work
    where work.user_id = ${userId} and work.lesson_id = ${lessons.id} and work.status = 'accepted')
  else false end`

/** Whether the student may tick the lesson: by its rule, or because what the rule asks for is done already. */
export function isEarned(lesson: LessonState): boolean {
  const rule = getCompletionRule(lesson)
  if (rule === 'manual') return true
  return rule === 'watched' ? isWatched(lesson, lesson.watched) : lesson.isRuleMet
}
