export interface Guard {
  /** Of the line, from 1. */
  line: number
  text: string
  /** Where its `throw` stands in the source. */
  refusal: { start: number; end: number }
}

const GUARD = /^ *(?:\} else )?if \((?:(?! return ).)*\)\s*\n?\s*(throw new AppError\(.*\))$/gm

/** The lines of a source that refuse: `if (…) throw new AppError(…)`, on one line or two. */
export function findGuards(source: string): Guard[] {
  return [...source.matchAll(GUARD)].map(({ 0: match, 1: refusal = '', index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: match.trim().replace(/\s+/g, ' '),
    refusal: { start: index + match.length - refusal.length, end: index + match.length },
  }))
}

/** The source with other statements in place of the guards' `throw`. Conditions stay, because they may compute or narrow. */
export function replaceRefusals(
  source: string,
  guards: readonly Guard[],
  replace: (refusal: string, guard: Guard) => string,
): string {
  let [text, from] = ['', 0]
  for (const guard of guards) {
    const { start, end } = guard.refusal
    text += source.slice(from, start) + replace(source.slice(start, end), guard)
    from = end
  }
  return text + source.slice(from)
}
