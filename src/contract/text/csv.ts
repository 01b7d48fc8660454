/** Text that a spreadsheet would run as a formula, also behind quotes and spaces. */
const FORMULA_START = /^["'\s]*[=+\-@\t\r\n＝＋－＠]/
const FORMULA_SIGN = /[=+\-@＝＋－＠]/
/** Where a cell can begin in the middle of ours, with what may stand before a formula. */
const CELL_START = /[;\t\r\n]["'\s]*/g

/**
 * Writes an apostrophe before formulas. Also behind semicolons, tabs and newlines: where Excel separates cells by
 * semicolons, our quotes are in the middle of its cells and hold nothing together.
 */
export function escapeFormulas<Cell>(cell: Cell): Cell | string {
  if (typeof cell !== 'string') return cell
  const escaped = replaceFormulaStarts(cell, (start) => start.replace(/\r\n|[;\t\r\n]/g, "$&'"))
  return FORMULA_START.test(escaped) ? `'${escaped}` : escaped
}

/** Undoes escapeFormulas. */
export function removeFormulaEscape(field: string): string {
  const escaped = field.startsWith("'") && FORMULA_START.test(field.slice(1)) ? field.slice(1) : field
  return replaceFormulaStarts(escaped, (start) => start.replace(/(\r\n|[;\t\r\n])'/g, '$1'))
}

/** An apostrophe more or less changes no start, so that escaping can be undone. */
const replaceFormulaStarts = (text: string, replace: (start: string) => string): string =>
  text.replace(CELL_START, (start, offset: number) =>
    FORMULA_SIGN.test(text.charAt(offset + start.length)) ? replace(start) : start,
  )
