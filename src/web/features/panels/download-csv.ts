import { escapeFormulas } from '#contract/text/csv.ts'
import { downloadFile } from '#web/ui/download-file.ts'

export async function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly (string | number)[][],
): Promise<void> {
  const { default: Papa } = await import('papaparse')
  const cells = [columns, ...rows].map((row) => row.map(escapeFormulas))
  const text = Papa.unparse(cells, { newline: '\r\n' })
  // Excel needs the byte order mark to read UTF-8.
  downloadFile(name, 'text/csv;charset=utf-8', `\ufeff${text}\r\n`)
}
