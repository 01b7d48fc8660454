import { expect, test } from 'vitest'
import { parseCourseSearch, parseMyCourseSearch } from './course-search.ts'

test.each([
  ['', { search_text: '', select_data: '' }],
  ['search=git&type=Free', { search_text: 'git', select_data: 'Free' }],
  ['search=%20git%00ly%20&type=Cheap', { search_text: 'git ly', select_data: '' }],
  [`search=${'x'.repeat(130)}`, { search_text: 'x'.repeat(100), select_data: '' }],
])('parses the All courses query string ?%s', (search, filters) => {
  expect(parseCourseSearch(new URLSearchParams(search))).toEqual(filters)
})

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=many', 1],
  ['page=99999999', 1],
])('parses the My Courses query string ?%s as page %d', (search, page) => {
  expect(parseMyCourseSearch(new URLSearchParams(search)).page).toBe(page)
})
