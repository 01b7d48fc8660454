/** LIMITS.search of the contract, which would bring its schemas along into every page. */
export const SEARCH_MAX = 100

/** What the call takes of it: an address that somebody mended by hand finds nothing rather than failing. */
export function getSearchText(search: URLSearchParams): string {
  return (search.get('search') ?? '')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, SEARCH_MAX)
}

/** The choice that a word of an address names, or the first. */
export function parseOption<Option extends string>(
  options: readonly [Option, ...Option[]],
  value: string | null,
): Option {
  return options.find((option) => option === value) ?? options[0]
}
