import { COURSE_FILTERS, type CourseFilter, MY_COURSE_FILTERS, type MyCourseFilter } from '#contract/course-filters.ts'
import { parseOption, getSearchText } from '#web/ui/list/search-text.ts'

/** The query string of All courses: `?search=` and `?type=`. */
export function parseCourseSearch(search: URLSearchParams): { search_text: string; select_data: CourseFilter } {
  return { search_text: getSearchText(search), select_data: parseOption(COURSE_FILTERS, search.get('type')) }
}

/** The query string of My Courses: `?page=`, `?search=` and `?type=`. */
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
