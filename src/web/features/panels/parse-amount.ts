/**
 * The amount in typed or pasted text, as digits with at most one decimal point; null for text that is not a number.
 * Pasted amounts bring spaces, signs, codes of currencies and separators, and many admins type a decimal comma.
 */
export function parseAmountText(text: string): string | null {
  const bare = text.replaceAll(/[\s%\p{Currency_Symbol}]/gu, '').replace(/^[A-Z]{3}(?=[\d.,])|(?<=[\d.,])[A-Z]{3}$/, '')
  const amount = toDecimalPoint(bare)
  return /^\d*\.?\d*$/.test(amount) ? amount : null
}

/** The last separator is the decimal one where there are both. */
function toDecimalPoint(text: string): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point === -1) return text.replace(',', '.')
  return comma > point
    ? text.replaceAll(/\.(?=\d{3}(?!\d))/g, '').replace(',', '.')
    : text.replaceAll(/,(?=\d{3}(?!\d))/g, '')
}

/** The amount with at most two decimals; null for anything else. */
export function parseAmount(text: string): number | null {
  const amount = parseAmountText(text)
  return amount !== null && /^\d{1,7}(\.\d{1,2})?$/.test(amount) ? Number(amount) : null
}

/** Digits only, without a sign, an exponent or letters; NaN for anything else, which the schemas refuse. */
export const parseWholeNumber = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN)
