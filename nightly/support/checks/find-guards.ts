export interface Guard {
  /** Of the line, from 1. */
  line: number
  text: string
  /** Where the statement that refuses stands in the source. */
  refusal: { start: number; end: number }
  /** A call refuses only sometimes. */
  isCall: boolean
}

const THROWS = /^ *(?:\} else )?if \((?:(?! return ).)*\)\s*\n?\s*(throw new AppError\(.*\))$/gm
const BLOCKS = /^( *)(?:\} else )?if \(.*\) \{\n(?:\1 {2}.*\n)*?\1 {2}(throw new AppError\(.*\))$/gm
const CALLS = /^ *((?:await )?(?:require|reject)[A-Z]\w*\(.*\))$/gm

/**
 * The lines of a source that refuse: `if (…) throw new AppError(…)`, on one line, on two or in a block, and calls such as
 * `await requireOwnNote(…)` whose result is not used.
 */
export function findGuards(source: string): Guard[] {
  const find = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map((found) => {
      const { 0: match, index } = found
      const refusal = found.at(-1) ?? ''
      return {
        line: source.slice(0, index).split('\n').length,
        text: match.trim().replace(/\s+/g, ' '),
        refusal: { start: index + match.length - refusal.length, end: index + match.length },
        isCall: pattern === CALLS,
      }
    })
  const guards = [...find(THROWS), ...find(BLOCKS), ...find(CALLS)]
  return guards.toSorted((one, other) => one.refusal.start - other.refusal.start)
}

/** The source with other statements in place of the guards' refusals. Conditions stay, because they may compute or narrow. */
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
