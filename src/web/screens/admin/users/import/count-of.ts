const COUNT = new Intl.NumberFormat('en-US')

/** `1,000`, or with a word `1,000 users`, `1 user`. */
export function countOf(count: number, word?: string): string {
  if (word === undefined) return COUNT.format(count)
  return `${COUNT.format(count)} ${word}${count === 1 ? '' : 's'}`
}
