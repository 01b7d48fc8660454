/** Text that a spreadsheet would run as a formula, also behind quotes and spaces. */
export const FORMULA_START = /^["'\s]*[=+\-@\t\r\n＝＋－＠]/

/** Undoes the leading apostrophe with which our exports escape formulas. */
export const removeFormulaEscape = (field: string) =>
  field.startsWith("'") && FORMULA_START.test(field.slice(1)) ? field.slice(1) : field
