import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { CourseCover } from './course-cover.tsx'

const drawn = (id: number, category?: string) =>
  renderToStaticMarkup(<CourseCover id={id} {...(category !== undefined && { category })} />)

describe('CourseCover', () => {
  it.each(CATEGORIES)('draws %s the same each time, differently per course, and below the size limit', (category) => {
    expect(drawn(7, category)).toBe(drawn(7, category))
    expect(new Set([1, 2, 3, 4, 5].map((id) => drawn(id, category))).size).toBe(5)
    expect(drawn(7, category).match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(40)
  })

  it('differs for each category', () => {
    expect(new Set(CATEGORIES.map((category) => drawn(1, category))).size).toBe(CATEGORIES.length)
  })

  it('shows night hills for a blog post or an unknown category', () => {
    expect(drawn(3, 'Basket weaving')).toBe(drawn(3))
    expect(drawn(3, 'constructor')).toBe(drawn(3))
  })

  it('is hidden from assistive technology', () => {
    expect(drawn(1)).toContain('aria-hidden="true"')
  })
})
