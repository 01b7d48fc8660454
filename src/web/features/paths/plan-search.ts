import { COURSE_LEVELS, type CourseLevel } from '#contract/choices.ts'
import { paths } from '#contract/paths.ts'
import { parseOption, toSearchText } from '#web/ui/list/search-text.ts'

const DEFAULT_HOURS = 5
const MAX_HOURS = 60

export interface PlanRequest {
  goal: string
  level: '' | CourseLevel
  hours_per_week: number
}

/** Where a path for a goal is suggested. */
export function toPlanPath(goal: string): string {
  const fields = new URLSearchParams({ goal, level: '', hours: String(DEFAULT_HOURS) })
  return `${paths.learningPaths}?${fields}`
}

/** The query string of the form: `?goal=`, `?level=` and `?hours=`. Null before it was sent. */
export function parsePlanSearch(search: URLSearchParams): PlanRequest | null {
  if (!search.has('hours')) return null
  const hours = Math.round(Number(search.get('hours')))
  return {
    goal: toSearchText(search.get('goal') ?? ''),
    level: parseOption(['', ...COURSE_LEVELS], search.get('level')),
    hours_per_week: hours >= 1 ? Math.min(hours, MAX_HOURS) : DEFAULT_HOURS,
  }
}
