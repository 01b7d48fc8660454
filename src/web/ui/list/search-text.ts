import { MAX_SEARCH_LENGTH } from '#contract/text/search-length.ts'

/** The search of an address in the form that the API accepts, so that an edited address does not fail. */
export function getSearchText(search: URLSearchParams): string {
  return (search.get('search') ?? '')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
}

/** The option that equals a value of the address, or the first. */
export function parseOption<Option extends string>(
  options: readonly [Option, ...Option[]],
  value: string | null,
): Option {
  return options.find((option) => option === value) ?? options[0]
}
