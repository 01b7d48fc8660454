const DIGIT = /\p{Nd}/u

/** Replaces the digits of every script by 0 to 9: a phone's keyboard may write a code as “١٢٣٤٥٦” or “１２３４５６”. */
export const toAsciiDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => String(getDigitValue(digit.codePointAt(0) ?? 0)))

/** Unicode keeps a script's ten digits in a row, from zero on; where scripts adjoin, the next zero follows a nine. */
function getDigitValue(codePoint: number): number {
  let zero = codePoint
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return (codePoint - zero) % 10
}
