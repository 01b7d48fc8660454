import { GENDERS } from '#contract/choices.ts'
import { IMPORT_BATCH_ROWS } from '#contract/limits.ts'
import { type ImportedUser, importedUser } from '#contract/schemas/accounts/admin-users.ts'
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts'
import type { ParsedRow } from './parse-user-file.ts'

export interface ImportRow extends ParsedRow {
  problems: Partial<Record<ImportColumn, string>>
  /** Null when the row has a problem. */
  user: ImportedUser | null
}

interface CheckOptions {
  /** Takes at most 200 emails a call. */
  findRegisteredEmails: (emails: string[]) => Promise<string[]>
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Less than a frame: checking 10,000 rows must not block the page. */
const SLICE_MS = 12

/** Checks each row against the contract, the rest of the file and the registered emails. */
export async function checkRows(
  parsedRows: ParsedRow[],
  { findRegisteredEmails, onProgress, signal }: CheckOptions,
): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  const firstRowByEmail = new Map<string, number>()
  let sliceEnd = performance.now() + SLICE_MS
  for (const row of parsedRows) {
    if (performance.now() > sliceEnd) {
      onProgress(Math.floor((rows.length / parsedRows.length) * 50))
      await yieldToBrowser()
      signal.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    rows.push(checkRow(row, firstRowByEmail))
  }
  return markRegisteredEmails(
    rows,
    findRegisteredEmails,
    (fraction) => onProgress(50 + Math.floor(fraction * 50)),
    signal,
  )
}

/** @param firstRowByEmail row numbers by email; the row's own is added */
function checkRow(row: ParsedRow, firstRowByEmail: Map<string, number>): ImportRow {
  const { birthdate, gender, ...rest } = row.fields
  const parsed = importedUser.safeParse({ ...rest, birthdate: birthdate || null, gender: normalizeGender(gender) })
  if (!parsed.success) return { ...row, problems: getFirstProblems(parsed.error.issues), user: null }
  if (row.problem !== undefined) return { ...row, problems: {}, user: null }
  const firstRowNumber = firstRowByEmail.get(parsed.data.email)
  if (firstRowNumber !== undefined)
    return { ...row, problems: { email: `Same email as row ${firstRowNumber}` }, user: null }
  firstRowByEmail.set(parsed.data.email, row.number)
  return { ...row, problems: {}, user: parsed.data }
}

function normalizeGender(text: string): string | null {
  if (text === '') return null
  return GENDERS.find((gender) => gender.toLowerCase() === text.toLowerCase()) ?? text
}

/** One problem a field: reversed, so that the first issue wins. */
function getFirstProblems(issues: readonly { path: PropertyKey[]; message: string }[]): ImportRow['problems'] {
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message] as const).reverse())
}

async function markRegisteredEmails(
  rows: ImportRow[],
  findRegisteredEmails: CheckOptions['findRegisteredEmails'],
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ImportRow[]> {
  const emails = rows.flatMap(({ user }) => (user ? [user.email] : []))
  const registeredEmails = new Set<string>()
  for (let start = 0; start < emails.length; start += IMPORT_BATCH_ROWS) {
    onFraction(start / emails.length)
    for (const email of await findRegisteredEmails(emails.slice(start, start + IMPORT_BATCH_ROWS)))
      registeredEmails.add(email)
    signal.throwIfAborted()
  }
  return rows.map((row) =>
    row.user && registeredEmails.has(row.user.email)
      ? { ...row, problems: { email: 'This email is already registered' }, user: null }
      : row,
  )
}

/** In the order of the columns. */
export function getRowProblems({ problem, problems }: ImportRow): string[] {
  return [...IMPORT_COLUMNS.map((column) => problems[column]), problem].filter((text) => text !== undefined)
}

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))
