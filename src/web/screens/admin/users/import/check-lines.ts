import { GENDERS } from '#contract/schemas/fields.ts'
import { IMPORT_ROWS, type ImportedUser, importedUser } from '#contract/schemas/user-panel.ts'
import type { PeopleColumn } from './people-columns.ts'
import type { GivenLine } from './read-people.ts'

export interface Line extends GivenLine {
  /** What is wrong, field by field. */
  problems: Partial<Record<PeopleColumn, string>>
  /** Whom to add; null where anything is wrong. */
  user: ImportedUser | null
}

interface Checking {
  /** Which of these e-mails, at most 200, are registered already. */
  findTaken: (emails: string[]) => Promise<string[]>
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Lines are checked for this long before the page has its turn again. */
const SLICE_MS = 12

/** What is wrong with each line: by the contract, within the file, and with those who are registered. */
export async function checkLines(given: GivenLine[], { findTaken, onProgress, signal }: Checking): Promise<Line[]> {
  const lines: Line[] = []
  const firstWith = new Map<string, number>()
  let until = performance.now() + SLICE_MS
  for (const line of given) {
    if (performance.now() > until) {
      onProgress(Math.floor((lines.length / given.length) * 50))
      await nextTurn()
      signal.throwIfAborted()
      until = performance.now() + SLICE_MS
    }
    lines.push(checkLine(line, firstWith))
  }
  return withoutTaken(lines, findTaken, (share) => onProgress(50 + Math.floor(share * 50)), signal)
}

/** @param firstWith the line in which each e-mail stood first; this line's is added */
function checkLine(line: GivenLine, firstWith: Map<string, number>): Line {
  const { birthdate, gender, ...rest } = line.fields
  const parsed = importedUser.safeParse({ ...rest, birthdate: birthdate || null, gender: genderOf(gender) })
  if (!parsed.success) return { ...line, problems: firstOfEach(parsed.error.issues), user: null }
  if (line.problem !== undefined) return { ...line, problems: {}, user: null }
  const first = firstWith.get(parsed.data.email)
  if (first !== undefined)
    return { ...line, problems: { email: `The same e-mail stands in line ${first}` }, user: null }
  firstWith.set(parsed.data.email, line.number)
  return { ...line, problems: {}, user: parsed.data }
}

function genderOf(word: string): string | null {
  if (word === '') return null
  return GENDERS.find((gender) => gender.toLowerCase() === word.toLowerCase()) ?? word
}

/** The first thing that is wrong with each field. */
function firstOfEach(issues: readonly { path: PropertyKey[]; message: string }[]): Line['problems'] {
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message] as const).reverse())
}

async function withoutTaken(
  lines: Line[],
  findTaken: Checking['findTaken'],
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Line[]> {
  const emails = lines.flatMap(({ user }) => (user ? [user.email] : []))
  const taken = new Set<string>()
  for (let start = 0; start < emails.length; start += IMPORT_ROWS) {
    onShare(start / emails.length)
    for (const email of await findTaken(emails.slice(start, start + IMPORT_ROWS))) taken.add(email)
    signal.throwIfAborted()
  }
  return lines.map((line) =>
    line.user && taken.has(line.user.email)
      ? { ...line, problems: { email: 'This e-mail is registered already' }, user: null }
      : line,
  )
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
