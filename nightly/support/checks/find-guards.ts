export interface Guard {
  /** Of the line, from 1. */
  line: number
  text: string
  /** The file without it. */
  without: string
}

const GUARD = /^ *(?:\} else )?if \(.*\)\s*\n?\s*throw new AppError\(.*\)$/gm

/** The lines of a source that refuse: `if (…) throw new AppError(…)`, on one line or two. */
export function findGuards(source: string): Guard[] {
  return [...source.matchAll(GUARD)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    text: match[0].trim().replace(/\s+/g, ' '),
    // Its condition stays, because it may be what narrows or computes.
    without:
      source.slice(0, match.index) +
      match[0].replace(/throw new AppError\(.*\)$/, '{}') +
      source.slice(match.index + match[0].length),
  }))
}
