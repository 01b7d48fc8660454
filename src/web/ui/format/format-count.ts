const COUNT_FORMAT = new Intl.NumberFormat('en-US')

/** `1,000`, or with a noun `1,000 users` and `1 user`. */
export function formatCount(count: number, noun?: string): string {
  if (noun === undefined) return COUNT_FORMAT.format(count)
  return `${COUNT_FORMAT.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
