import { COURSE_FILTERS, type CourseFilter, MY_COURSE_FILTERS, type MyCourseFilter } from '#contract/course-filters.ts'

/** LIMITS.search of the contract, which would bring its schemas along into every page. */
export const SEARCH_MAX = 100

/** What the address of All courses asks for: `?search=` and `?type=`. */
export function courseSearch(search: URLSearchParams): { search_text: string; select_data: CourseFilter } {
  return { search_text: wordsOf(search), select_data: oneOf(COURSE_FILTERS, search.get('type')) }
}

/** What the address of My Courses asks for: `?page=`, `?search=` and `?type=`. */
export function myCourseSearch(search: URLSearchParams): {
  page: number
  search_text: string
  select_data: MyCourseFilter
} {
  const page = Number(search.get('page'))
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    search_text: wordsOf(search),
    select_data: oneOf(MY_COURSE_FILTERS, search.get('type')),
  }
}

/** What the call takes of it: an address that somebody mended by hand finds nothing rather than failing. */
export function wordsOf(search: URLSearchParams): string {
  return (search.get('search') ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim().slice(0, SEARCH_MAX)
}

function oneOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], word: string | null): Choice {
  return choices.find((choice) => choice === word) ?? choices[0]
}
