import { GENDERS } from '#contract/choices.ts'
import { IMPORT_BATCH_ROWS } from '#contract/limits.ts'
import { type ImportedUser, importedUser } from '#contract/schemas/admin-users.ts'
import type { ImportColumn } from './import-columns.ts'
import type { ParsedRow } from './parse-user-file.ts'

export interface ImportRow extends ParsedRow {
  /** What is wrong, field by field. */
  problems: Partial<Record<ImportColumn, string>>
  /** Whom to add; null where anything is wrong. */
  user: ImportedUser | null
}

interface CheckOptions {
  /** Which of these e-mails, at most 200, are registered already. */
  findRegisteredEmails: (emails: string[]) => Promise<string[]>
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Lines are checked for this long before the page has its turn again. */
const SLICE_MS = 12

/** What is wrong with each line: by the contract, within the file, and with those who are registered. */
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

/** @param firstRowByEmail the line in which each e-mail stood first; this line's is added */
function checkRow(row: ParsedRow, firstRowByEmail: Map<string, number>): ImportRow {
  const { birthdate, gender, ...rest } = row.fields
  const parsed = importedUser.safeParse({ ...rest, birthdate: birthdate || null, gender: normalizeGender(gender) })
  if (!parsed.success) return { ...row, problems: getFirstProblems(parsed.error.issues), user: null }
  if (row.problem !== undefined) return { ...row, problems: {}, user: null }
  const firstRowNumber = firstRowByEmail.get(parsed.data.email)
  if (firstRowNumber !== undefined)
    return { ...row, problems: { email: `The same e-mail stands in line ${firstRowNumber}` }, user: null }
  firstRowByEmail.set(parsed.data.email, row.number)
  return { ...row, problems: {}, user: parsed.data }
}

function normalizeGender(text: string): string | null {
  if (text === '') return null
  return GENDERS.find((gender) => gender.toLowerCase() === text.toLowerCase()) ?? text
}

/** The first thing that is wrong with each field. */
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
      ? { ...row, problems: { email: 'This e-mail is registered already' }, user: null }
      : row,
  )
}

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))
