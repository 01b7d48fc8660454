import { describe, expect, it } from 'vitest'
import { toggleSort, getUsersCsvPath, parseUsersSearch } from './users-search.ts'

const parse = (search: string) => parseUsersSearch(new URLSearchParams(search))

describe("The users panel's search params", () => {
  it.each([
    ['', { search_text: '', select_data: '', sort: 'joined', descending: true }],
    ['search= mara &type=Active', { search_text: 'mara', select_data: 'Active', sort: 'joined', descending: true }],
    ['sort=name', { search_text: '', select_data: '', sort: 'name', descending: false }],
    ['sort=name&order=desc', { search_text: '', select_data: '', sort: 'name', descending: true }],
    ['sort=courses&order=asc', { search_text: '', select_data: '', sort: 'courses', descending: false }],
    ['type=Nobody&sort=email&order=up', { search_text: '', select_data: '', sort: 'joined', descending: true }],
  ])('parses %j', (search, filters) => expect(parse(search)).toEqual(filters))

  it.each([
    ['', 'joined', 'order=asc'],
    ['order=asc', 'joined', ''],
    ['', 'name', 'sort=name'],
    ['sort=name', 'name', 'sort=name&order=desc'],
    ['sort=name&order=desc', 'name', ''],
    ['order=asc', 'courses', 'sort=courses'],
    ['sort=courses', 'courses', 'sort=courses&order=asc'],
    ['sort=courses&order=asc', 'joined', ''],
    ['search=mara&type=Active', 'name', 'search=mara&type=Active&sort=name'],
  ])('from %j, sorting by %s leads to %j', (search, by, next) =>
    expect(String(toggleSort(new URLSearchParams(search), by))).toBe(next),
  )

  it('builds the path of the CSV export', () => {
    expect(getUsersCsvPath(parse('search=a%26b&type=Admins&sort=name'))).toBe(
      '/api/exports/users.csv?search_text=a%26b&select_data=Admins&sort=name&descending=false',
    )
  })
})
