import { LONG, type TextColumn, toName } from './columns.ts'

/** In front of every value, so that it is known again on a page. */
const toMarker = (value: number) => `Q${value}Q`
const MARKER = /Q(\d+)Q/gi
const MARKER_LENGTH = 9

/** Ends what an earlier payload has opened, so that one does not hide the next. */
const END_OF_PAYLOAD =
  '"\'>--></style></script></textarea></title></noscript></xmp></template></select></svg></math></iframe></table>'

/** JSON is checked again when it is read, by a schema that refuses them. */
const hasControlCharacter = (payload: string) => /[\u0000-\u001f]/.test(payload)

export interface ColumnFilling {
  name: string
  column: TextColumn
  limit: number
  /** Payloads that are short enough, by their place in the list. */
  fitting: readonly number[]
  next: number
  placed: Set<number>
  seen: Set<number>
}

/** Which payload is in which column, and which of them a page has shown. */
export class Filling {
  readonly columns: ColumnFilling[]
  readonly #payloads: readonly string[]
  readonly #values: { column: ColumnFilling; payloads: number[]; text: string }[] = []

  /** @param lengths of the database's columns, by `table.column` */
  constructor(
    payloads: readonly string[],
    columns: readonly TextColumn[],
    lengths: ReadonlyMap<string, number | null>,
  ) {
    this.#payloads = payloads
    this.columns = columns.map((column) => {
      const limit = column.limit ?? lengths.get(`${column.table}.${column.column}`) ?? LONG
      const fits = (payload: string) =>
        payload.length + MARKER_LENGTH <= limit && !(column.path && hasControlCharacter(payload))
      const fitting = payloads.flatMap((payload, index) => (fits(payload) ? [index] : []))
      return { name: toName(column), column, limit, fitting, next: 0, placed: new Set(), seen: new Set() }
    })
  }

  /** The next payloads of the column, as many as it takes, behind a marker. */
  createValue(column: ColumnFilling): string {
    const payloads: number[] = []
    let value = toMarker(this.#values.length)
    const end = column.column.isHtml ? END_OF_PAYLOAD : ''
    for (let n = 0; n < column.fitting.length; n++) {
      const index = column.fitting[column.next % column.fitting.length] ?? 0
      const addition = `${this.#payloads[index]}${end}`
      if (payloads.length > 0 && value.length + addition.length > column.limit) break
      value += addition
      column.next++
      column.placed.add(index)
      payloads.push(index)
    }
    const text = value.slice(0, column.limit)
    this.#values.push({ column, payloads, text })
    return text
  }

  /** Notes the values whose markers are in the text. */
  noteSeen(text: string): void {
    for (const [, number] of text.matchAll(MARKER)) {
      const value = this.#values[Number(number)]
      for (const index of value?.payloads ?? []) value?.column.seen.add(index)
    }
  }

  /** The columns of the values that are in the text from their first to their last character. */
  findWhole(text: string): string[] {
    const flat = toFlat(text)
    const numbers = new Set([...text.matchAll(MARKER)].map(([, number]) => Number(number)))
    const values = [...numbers].flatMap((number) => this.#values[number] ?? [])
    return values.filter(({ text: value }) => flat.includes(toFlat(value))).map(({ column }) => column.name)
  }

  /** Pairs of a payload and a column. A column of one row counts as the other table with its fields. */
  countPairs(): { placed: number; seen: number; all: number } {
    const counted = this.columns.filter(({ column }) => !column.isSingleRow)
    const sum = (count: (column: ColumnFilling) => number) =>
      counted.reduce((total, column) => total + count(column), 0)
    return {
      placed: sum(({ placed }) => placed.size),
      seen: sum(({ seen }) => seen.size),
      all: sum(({ fitting }) => fitting.length),
    }
  }

  /** Columns that no page has shown although one should, and those that one shows although none should. */
  findUnexpected(): string[] {
    return this.columns.flatMap(({ name, column, placed, seen }) => {
      if (placed.size === 0) return [`${name} has no row, so nothing was placed`]
      if (seen.size === 0 && !column.notShown) return [`${name} is on no page that was visited`]
      return seen.size > 0 && column.notShown ? [`${name} is listed as never shown, and a page shows it`] : []
    })
  }
}

/** HTML has no line breaks and control characters of its own. */
const toFlat = (text: string) => text.replaceAll(/[\s\u0000-\u001f]+/g, ' ')
