import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { SEARCH_MAX } from '#web/ui/list/search-text.ts'
import { parseCourseSearch, parseMyCourseSearch } from './course-search.ts'

test.each([
  ['', { search_text: '', select_data: '' }],
  ['search=git&type=Free', { search_text: 'git', select_data: 'Free' }],
  ['search=%20git%00ly%20&type=Cheap', { search_text: 'git ly', select_data: '' }],
  [`search=${'x'.repeat(130)}`, { search_text: 'x'.repeat(100), select_data: '' }],
])('the address ?%s of All courses asks for what the call takes', (address, asked) => {
  expect(parseCourseSearch(new URLSearchParams(address))).toEqual(asked)
})

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=many', 1],
  ['page=99999999', 1],
])('the address ?%s of My Courses asks for page %d', (address, page) => {
  expect(parseMyCourseSearch(new URLSearchParams(address)).page).toBe(page)
})

test('a search is as long as the contract lets it be', () => {
  expect(SEARCH_MAX).toBe(LIMITS.search)
})
