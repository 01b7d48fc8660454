import { MAX_SEARCH_LENGTH } from '#contract/text/search-length.ts'

/** A text in the form that the API accepts: cut to the length limit, but never inside a surrogate pair. */
export const toSearchText = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')

/** The search of an address, so that an edited address does not fail. */
export const getSearchText = (search: URLSearchParams): string => toSearchText(search.get('search') ?? '')

/** The option that equals a value of the address, or the first. */
export function parseOption<Option extends string>(
  options: readonly [Option, ...Option[]],
  value: string | null,
): Option {
  return options.find((option) => option === value) ?? options[0]
}
