/**
 * The amount in typed or pasted text, as digits with at most one decimal point; null for text that is not a number.
 * Pasted amounts bring spaces, signs and separators, and many admins type a decimal comma.
 */
export function parseAmountText(text: string): string | null {
  const bare = text.replaceAll(/[\s%\p{Currency_Symbol}]/gu, '')
  const amount = bare.includes('.') ? bare.replaceAll(/,(?=\d{3}(?!\d))/g, '') : bare.replace(',', '.')
  return /^\d*\.?\d*$/.test(amount) ? amount : null
}
