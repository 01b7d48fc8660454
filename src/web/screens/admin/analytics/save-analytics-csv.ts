import type { DayCounts } from '#contract/schemas/analytics.ts'
import { downloadFile } from '#web/ui/download-file.ts'

/** The days as a file that a spreadsheet opens; no cell of it can act as a formula. */
export async function saveAnalyticsCsv(days: readonly DayCounts[]): Promise<void> {
  const { default: Papa } = await import('papaparse')
  const text = Papa.unparse([...days], {
    columns: ['day', 'signups', 'enrollments', 'completions'],
    escapeFormulae: true,
  })
  // Spreadsheets know UTF-8 by its mark.
  downloadFile(`analytics-${days.at(-1)?.day ?? 'none'}.csv`, 'text/csv;charset=utf-8', `\ufeff${text}\r\n`)
}
