import { and, type SQL, sql } from 'drizzle-orm'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

/** Each word once. */
export const parseWords = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

/** Every word, in any order and anywhere in the text. */
export const containsAll = (text: SQL, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => sql`${text} ilike ${toLikePattern(word)}`))

/** Like `containsAll`, with at most one typo in each word. */
export const almostContainsAll = (text: SQL, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => sql`${text} ilike any(${sql.param(toTypoPatterns(word))}::text[])`))

/** Longer searches are not typed by hand, and each word costs dozens of patterns. */
const MAX_WORDS_WITH_TYPOS = 5
/** Numbers, emails and short words are taken as they are. */
const CORRECTABLE_WORD = /^\p{L}{4,20}$/u

export const mayHaveTypos = (words: readonly string[]): boolean =>
  words.length <= MAX_WORDS_WITH_TYPOS && words.some(isCorrectable)

export const isCorrectable = (word: string): boolean => CORRECTABLE_WORD.test(word)

/** The part of a text that a pattern of `toTypoPatterns` matches. */
export const findPattern = (text: string, pattern: string): string | undefined =>
  new RegExp(pattern.slice(1, -1).replaceAll('_', '.'), 'iu').exec(text)?.[0]

/** `ilike` patterns for the word, and for it with one letter wrong, missing, too many or exchanged with the next. */
export function toTypoPatterns(word: string): string[] {
  if (!isCorrectable(word)) return [toLikePattern(word)]
  const letters = [...word.toLowerCase()]
  const variants = letters.flatMap((letter, place) => {
    const [before, after] = [letters.slice(0, place).join(''), letters.slice(place + 1).join('')]
    const [next = '', ...rest] = after
    return [
      `${before}_${after}`,
      `${before}_${letter}${after}`,
      `${before}${next}${letter}${rest.join('')}`,
      // Three letters would be found in almost everything.
      ...(letters.length > 4 ? [before + after] : []),
    ]
  })
  return [...new Set([word, ...variants])].map((variant) => `%${variant}%`)
}

/** What a text search vector is asked: words that begin alike, so that `beginner` finds `beginners`. Empty without letters. */
export const toWordQuery = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map((part) => (part.length === 1 ? `'${part}'` : `'${withoutPluralS(part)}':*`))
    .join(' & ')

const withoutPluralS = (word: string) => (/^.{4,}[^s]s$/i.test(word) ? word.slice(0, -1) : word)
