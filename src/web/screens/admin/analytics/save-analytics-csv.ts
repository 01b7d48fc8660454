import type { DayCounts } from '#contract/schemas/operations/analytics.ts'
import { downloadCsv } from '#web/features/panels/download-csv.ts'

export const saveAnalyticsCsv = (days: readonly DayCounts[]) =>
  downloadCsv(
    `analytics-${days.at(-1)?.day ?? 'empty'}.csv`,
    ['day', 'signups', 'enrollments', 'completions'],
    days.map(({ day, signups, enrollments, completions }) => [day, signups, enrollments, completions]),
  )
