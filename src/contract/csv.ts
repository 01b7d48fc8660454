/** What spreadsheets would work out instead of showing: a sign of a formula at the start, also behind quotes and spaces. */
export const FORMULA_START = /^["'\s]*[=+\-@\t\r\n＝＋－＠]/

/** What a field says whose formula our files have defused by a leading apostrophe. */
export const removeFormulaEscape = (field: string) =>
  field.startsWith("'") && FORMULA_START.test(field.slice(1)) ? field.slice(1) : field
