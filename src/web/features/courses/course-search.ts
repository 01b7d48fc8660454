import { COURSE_FILTERS, type CourseFilter, MY_COURSE_FILTERS, type MyCourseFilter } from '#contract/choices.ts'
import { parseOption, getSearchText } from '#web/ui/list/search-text.ts'

/** What the address of All courses asks for: `?search=` and `?type=`. */
export function parseCourseSearch(search: URLSearchParams): { search_text: string; select_data: CourseFilter } {
  return { search_text: getSearchText(search), select_data: parseOption(COURSE_FILTERS, search.get('type')) }
}

/** What the address of My Courses asks for: `?page=`, `?search=` and `?type=`. */
export function parseMyCourseSearch(search: URLSearchParams): {
  page: number
  search_text: string
  select_data: MyCourseFilter
} {
  const page = Number(search.get('page'))
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    search_text: getSearchText(search),
    select_data: parseOption(MY_COURSE_FILTERS, search.get('type')),
  }
}
