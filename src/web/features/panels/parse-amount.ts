/** An amount of money or a percentage as typed, also with a decimal comma; null for anything else. */
export function parseAmount(text: string): number | null {
  const bare = text.replaceAll(/[\s$%]/g, '').replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(bare) ? Number(bare) : null
}
